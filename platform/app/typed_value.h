// An input's value for people, by the type that the source gives the variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/explore/retrace.h"
#include "engine/state/test_case.h"
#include "support/debug_info.h"
#include "support/source_types.h"

namespace janus::app {

// What a pointer points to that is so many bytes behind the beginning of a value; nothing shows the address.
using PointerText = std::function<std::optional<std::string>(std::uint32_t offset)>;

// A value of a type, which is an index in `types`.
std::string text_of(const support::SourceTypes& types, std::uint32_t type, std::span<const std::uint8_t> bytes,
                    const PointerText& pointer = {});

// The bytes of a bit-field of a value, as if it were a variable of its type; `whole`: all bytes of the structure.
std::vector<std::uint8_t> bytes_of_bit_field(const support::SourceTypes& types,
                                             const support::SourceType::BitField& field,
                                             std::span<const std::uint8_t> whole);

// "-3 (0xfffffffd)", "IDLE (0x00)", "68 69 00 \"hi.\"", "{x = 1, y = {2, 3}}". If the input is no whole variable,
// global, static or local and known by its name, or there is no debug information, as engine::describe(), which only
// knows the bytes.
std::string value_of(const engine::TestInput& input, const support::DebugInfo& debug);

// The parts of inputs that a decision depends on, as the source names them: "frames[1].dlc", or the input alone if it
// depends on all of it. Of an input without a known type: "packet, byte 3".
std::vector<std::string> parts_of(const engine::InputDecision& decision, const engine::TestCase& test_case,
                                  const support::DebugInfo& debug);
// The same with the values that they have in the test case.
struct PartOfInput {
  std::size_t input;
  std::uint32_t first, size;  // bytes
  bool is_zero;
  std::string text;  // "frames[1].dlc = 8"
};
std::vector<PartOfInput> values_of_parts(const engine::InputDecision& decision, const engine::TestCase& test_case,
                                         const support::DebugInfo& debug);
// The first `most` of them in a row, and how many more.
std::string parts_text(const engine::InputDecision& decision, const engine::TestCase& test_case,
                       const support::DebugInfo& debug, std::size_t most);

}  // namespace janus::app
