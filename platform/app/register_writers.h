// Who has written the registers of a run last. DWARF may say that a variable is in one register in all of its scope:
// before its first assignment there, and between the instructions of it, something else is in the register.
//
// Cost: a few steps for each instruction.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/end_values.h"
#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

class RegisterWriters {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  // `debug` must outlive the object.
  RegisterWriters(const support::DebugInfo& debug, LineOf line_of)
      : debug_(debug), line_of_(std::move(line_of)), code_(debug.image()) {}

  // In front of each instruction, in order.
  void add(std::uint32_t pc);
  // Whether the value that was found of `expression` is the variable's: it is not said to be in one register
  // everywhere, or the register was written last by the last instruction of a line that assigns the variable. `pc`:
  // where it was found.
  bool is_certain(const FoundVariable& found, const std::string& expression, std::uint32_t pc);
  // Whether an instruction behind one, of the same line and in the same row, writes the register, too.
  bool is_rewritten(std::uint32_t pc, std::uint8_t number) const;

 private:
  bool is_optimised(std::uint32_t pc);
  const support::DebugInfo& debug_;
  const LineOf line_of_;
  const isa::ImageCode code_;
  using Writers = std::array<std::uint32_t, 32>;  // addresses; 0: nobody knows
  Writers writers_{};
  std::vector<Writers> callers_;
  std::unordered_map<std::uint32_t, bool> optimised_;  // by function
};

}  // namespace janus::app
