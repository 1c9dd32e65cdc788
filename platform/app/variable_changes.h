// How variables of the source change on a path, for whoever tells why it went as it did: those that the lines of its
// decisions name, and those of its last line.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/assigning_lines.h"
#include "app/begun_statements.h"
#include "app/end_values.h"
#include "app/register_writers.h"
#include "isa/image_code.h"

namespace janus::app {

struct VariableChange {
  std::uint64_t instructions;  // retired on the path in front of the one that did it
  std::uint32_t pc;            // of that one, or of one at the same line
  std::string name, value;
  std::uint64_t declaration = 0;              // of the variable: several have one name
  std::optional<std::uint32_t> address = {};  // where it is; nothing: in a register
  // The line that has assigned it, which may be another one than that of the instruction; nothing if nobody knows.
  std::optional<AssigningLines::Line> line = {};
};

// A function, by the address of its code, and what is looked at in it: variables_of_line().
using NamesByFunction = std::map<std::uint32_t, std::set<std::string>>;

// Looks at a machine in front of each instruction, from main on if there is one. Objects at fixed addresses are looked
// at wherever the machine is, others whenever it comes to another line of a function that names them. Of many changes,
// the last ones stay.
class ChangeWatcher {
 public:
  // `at_once`: objects that are looked at from the beginning, as find_variable() has found them.
  // `skipped`: so many first looks at variables by their names are left out, since each is slow.
  static constexpr unsigned kMostLooks = 40'000, kCountsOnly = ~0U;
  // References must outlive the object.
  ChangeWatcher(const support::DebugInfo& debug, const support::SourceStatements& statements, AssigningLines& assigning,
                NamesByFunction names, const std::vector<FoundVariable>& at_once, unsigned skipped,
                RegisterWriters::LineOf line_of);

  void look(devices::FunctionalMachine& machine);
  // In order.
  std::vector<VariableChange> changes() const;
  // The instructions that it has seen.
  const BegunStatements& begun() const { return begun_; }
  unsigned looks() const { return looks_; }
  // Instructions that had retired when nothing was left out any more; 0: nothing ever was.
  std::uint64_t followed_from() const { return followed_from_; }

 private:
  static constexpr std::size_t kMostObjects = 32, kMostChanges = 4000;

  struct Place {
    const std::set<std::string>* names;  // null: none
    std::uint32_t function;
    int line;
    std::vector<std::string> functions;  // as DebugInfo::functions_at() has them
  };
  const Place& place_of(std::uint32_t pc);
  void watch(const FoundVariable& variable);
  void look_at_objects(devices::FunctionalMachine& machine);
  void look_by_name(devices::FunctionalMachine& machine, const Place& place);
  // Where something happened (0: nobody knows), and what had retired in front of it. Of a store, the instruction that
  // computed what was stored, and what had retired behind the store to this place before it.
  struct Event {
    std::uint32_t pc;
    std::uint64_t retired;
    std::uint32_t made_by = 0;  // 0: nobody knows
    std::uint64_t since = 0;
    bool is_constant = false;  // as the debug information says, without an instruction that wrote it
    std::uint64_t copy = 0;    // AssigningLines::Write::copy
    std::optional<std::uint32_t> value_before = {};
  };
  Event event_of(const FoundVariable& object) const;
  void note(const FoundVariable& variable, const Event& event);
  bool points_to_stack(const FoundVariable& variable) const;
  void note_writes(devices::FunctionalMachine& machine);
  Event writer_of(const FoundVariable& variable, const std::string& name, const Place& place, std::uint32_t pc,
                  Event here) const;
  bool is_leftover(const FoundVariable& variable, const std::string& name, const Place& place) const;

  const support::DebugInfo& debug_;
  const NamesByFunction names_;
  const RegisterWriters::LineOf line_of_;
  RegisterWriters writers_;
  AssigningLines& assigning_;
  const support::SourceStatements& statements_;
  BegunStatements begun_;
  std::unordered_map<std::uint32_t, Place> places_;
  bool began_ = false;
  std::vector<FoundVariable> objects_;  // with the bytes seen last
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::string>, FoundVariable>
      others_;  // by declaration, function, name
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::string>, std::uint64_t> changed_;  // what had retired then
  std::uint32_t last_pc_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> last_in_;  // the last pc in each function with names
  std::uint64_t last_retired_ = 0;
  const isa::ImageCode code_;
  std::array<Event, 32> written_{};                           // registers: who has written them last
  std::array<Event, 32> made_{};                              // the same, but for moves between registers
  std::unordered_map<std::uint32_t, Event> stored_;           // bytes of memory: the same
  std::unordered_map<std::uint32_t, std::uint64_t> entered_;  // by function: what had retired when it began last
  const unsigned skipped_;
  unsigned looks_ = 0;
  std::uint32_t stack_pointer_ = 0;
  std::uint64_t followed_from_ = 0;
  std::deque<VariableChange> changes_;
};

}  // namespace janus::app
