// What the variables that a source line names hold where a path has ended: of an assertion, those of its condition.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "devices/functional_machine.h"
#include "support/debug_info.h"

namespace janus::app {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

// The variables, members and elements that a line of C names, such as "modem.rate" and "held[i]": what stands in the
// parentheses of an assertion, of a line without one everything. Without calls; each once, in the order of the line.
std::vector<std::string> variables_of_line(std::string_view line);

// Their values, as far as the debug information says where they are; those that the compiler has dropped are missing.
// `machine` stands at `pc`.
NamedValues values_at(devices::FunctionalMachine& machine, std::uint32_t pc, std::string_view line,
                      const support::DebugInfo& debug);

// An address for people: of an object, or a part of one, by the name that the symbols have for it, such as
// "&blocks[1]" or "buffer + 3". Empty if it is in no object.
std::string object_at(std::uint32_t address, const support::DebugInfo& debug);

}  // namespace janus::app
