// Where the debug information says that a variable is: in a register, in memory, or a value that it computes itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/debug_info.h"

namespace janus::app {

struct VariablePlace {
  enum class Kind : std::uint8_t {
    Memory,
    Register,  // with this number
    Computed,  // from registers
    Constant,  // depends on nothing
  };
  Kind kind;
  unsigned number = 0;
};

// Of the variable that the source calls `name` at `pc`; nothing if it is nowhere.
std::optional<VariablePlace> place_of_variable(std::uint32_t pc, const std::string& name,
                                               const support::DebugInfo& debug);

}  // namespace janus::app
