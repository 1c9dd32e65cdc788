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
  ChangeWatcher(const support::DebugInfo& debug, NamesByFunction names, const std::vector<FoundVariable>& at_once,
                unsigned skipped, RegisterWriters::LineOf line_of);

  void look(devices::FunctionalMachine& machine);
  // In order.
  std::vector<VariableChange> changes() const;
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
  // Where something happened, and what had retired in front of it.
  struct Event {
    std::uint32_t pc;
    std::uint64_t retired;
  };
  void note(const FoundVariable& variable, const Event& event);
  bool points_to_stack(const FoundVariable& variable) const;
  void note_writes(devices::FunctionalMachine& machine);
  std::optional<Event> writer_of(const FoundVariable& variable, const std::string& name, const Place& place,
                                 std::uint32_t pc) const;
  bool is_leftover(const FoundVariable& variable, const std::string& name, const Place& place) const;

  const support::DebugInfo& debug_;
  const NamesByFunction names_;
  const RegisterWriters::LineOf line_of_;
  RegisterWriters writers_;
  std::unordered_map<std::uint32_t, Place> places_;
  bool began_ = false;
  std::vector<FoundVariable> objects_;  // with the bytes seen last
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::string>, FoundVariable>
      others_;  // by declaration, function, name
  std::uint32_t last_pc_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> last_in_;  // the last pc in each function with names
  std::uint64_t last_retired_ = 0;
  const isa::ImageCode code_;
  std::array<Event, 32> written_{};                           // registers: who has written them last
  std::unordered_map<std::uint32_t, Event> stored_;           // bytes of memory: the same
  std::unordered_map<std::uint32_t, std::uint64_t> entered_;  // by function: what had retired when it began last
  const unsigned skipped_;
  unsigned looks_ = 0;
  std::uint32_t stack_pointer_ = 0;
  std::uint64_t followed_from_ = 0;
  std::deque<VariableChange> changes_;
};

}  // namespace janus::app
