// What the variables that a source line names hold where a machine stands: of an assertion, those of its condition.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/condition_parts.h"
#include "devices/functional_machine.h"
#include "support/debug_info.h"
#include "support/source_statements.h"

namespace janus::app {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

// The variables, members and elements that a line of C names, such as "modem.rate" and "held[i]": what stands in the
// parentheses of an assertion, of a line without one everything. Without calls; each once, in the order of the line.
std::vector<std::string> variables_of_line(std::string_view line);

// The same of all of the line, those of the condition first.
std::vector<std::string> all_variables_of_line(std::string_view line);

// Their values, as far as the debug information says where they are; empty for a variable that the compiler has dropped
// there. `machine` stands at `pc`.
NamedValues values_at(devices::FunctionalMachine& machine, std::uint32_t pc, const std::vector<std::string>& names,
                      const support::DebugInfo& debug);

// A number, a truth or a pointer that has a name in the source.
struct FoundVariable {
  std::string name;  // with numbers in brackets: jobs[2].age for jobs[i].age
  std::uint32_t type;
  unsigned size;                           // bytes, up to 8
  std::array<std::uint8_t, 8> bytes = {};  // the value
  std::optional<std::uint32_t> address;    // nothing: in a register, or a bit-field
  bool is_static;                          // it has this address for ever
  std::uint32_t bits = 0;                  // of a bit-field, which is in memory; else 0
  // Where the variable in front is said to be in all of its scope (SourceTypes::Place).
  std::optional<std::uint8_t> fixed_register = {};
  std::uint64_t declaration = 0;  // of the variable in front; 0 if nobody knows
  friend bool operator==(const FoundVariable&, const FoundVariable&) = default;
};

// What `expression` means, one of variables_of_line(), while `machine` stands at `pc`.
std::optional<FoundVariable> find_variable(devices::FunctionalMachine& machine, std::uint32_t pc,
                                           const std::string& expression, const support::DebugInfo& debug);
// Its value for people.
std::string value_text(const FoundVariable& variable, const support::DebugInfo& debug);

// Of these values, those of variables that are in registers.
std::set<std::string> names_in_registers(devices::FunctionalMachine& machine, std::uint32_t pc,
                                         const NamedValues& values, const support::DebugInfo& debug);

// What an assertion's line has in its parentheses; another line as a whole.
std::string_view condition_of(std::string_view line);
// What the `if`, `while` or `for` of a line asks; empty if it has none, or if not all of it is in the line.
std::string_view asked_by(std::string_view line);

// Whether a line of C may have a condition; without its text, nobody knows. What a compiler makes branches of are also
// minima and array accesses, which are nothing that a reader looks for.
bool may_decide(std::string_view line);
// The line of a branch. Compilers give one to a neighbour, where both begin at one place: then it is that line of the
// neighbours that asks something. `line_of`: the text of a line. Without the function.
support::SourceLocation line_that_decides(std::uint32_t pc, const support::DebugInfo& debug,
                                          const support::SourceStatements& statements,
                                          const std::function<std::string(const support::SourceLocation&)>& line_of);

// A condition with the values that it has while `machine` stands at `pc`; nothing if one of them is not known.
// `definitions`: of the preprocessor, by name.
using Definitions = std::function<std::optional<std::uint32_t>(const std::string& name)>;
std::optional<ConditionReading> condition_at(devices::FunctionalMachine& machine, std::uint32_t pc,
                                             std::string_view condition, const support::DebugInfo& debug,
                                             const Definitions& definitions);

// What is at an address, as C names it: "pool[2].next". Nothing if it is in no object whose type is known, or no number
// or pointer of so many bytes begins there.
std::optional<FoundVariable> part_at(std::uint32_t address, std::uint32_t size, const support::DebugInfo& debug);

// An address for people: of an object, or a part of one, by the name that the symbols have for it, such as
// "&blocks[1]" or "buffer + 3". Empty if it is in no object.
std::string object_at(std::uint32_t address, const support::DebugInfo& debug);

}  // namespace janus::app
