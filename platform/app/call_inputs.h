// What a test case says of the inputs of a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "call/plan.h"
#include "engine/state/test_case.h"
#include "support/source_types.h"

namespace janus::app {

// All must outlive the object. An input that the path did not ask for is all zeros.
class CallInputs {
 public:
  using Bytes = std::vector<std::uint8_t>;

  // `types` are those of the plan.
  CallInputs(const engine::TestCase& test_case, const call::Plan& plan, const support::SourceTypes& types)
      : case_(test_case), plan_(plan), types_(types) {}

  // The input in memory at an address, each time it was asked for.
  std::vector<Bytes> all(std::uint32_t address) const;
  Bytes first(std::uint32_t address, std::uint32_t size) const;
  // Of an object: how large it is (bytes, or characters), whether its pointer is null, and what is in it, with the zero
  // of a string.
  std::uint32_t size_of(const call::Object& object) const;
  bool is_null(const call::Object& object) const;
  Bytes contents(const call::Object& object) const;

  // The call in one line, such as `parse(packet = {10 02}, length = 2)`, with the results of stubs. Structures are
  // shown by field, with what their pointers point to.
  std::string text() const;

 private:
  std::string text_of(const call::Argument& argument) const;
  std::string text_of(const call::Object& object) const;
  // Of the pointer at an address, if it is to one of these objects.
  std::optional<std::string> pointed_to(const std::vector<std::size_t>& members, std::uint32_t address) const;

  const engine::TestCase& case_;
  const call::Plan& plan_;
  const support::SourceTypes& types_;
};

// Little-endian, of at most 8 bytes.
std::int64_t number_of(const CallInputs::Bytes& bytes, bool is_signed);

}  // namespace janus::app
