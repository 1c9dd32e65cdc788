// Which variables in memory hold less than the source says: compilers keep `integral += error` in a register, and store
// it behind the loop, while DWARF says for all of that time that the variable is in memory. Whoever shows values reads
// the old one there.
//
// What a line assigns is late from when execution leaves the line, behind an instruction of it that may have computed
// the value, until a store of the line. Where the assignment stands behind an `if` of the same line and the line was
// left by a branch, nothing was assigned. Code that was compiled without optimisation stores at once. In doubt,
// something is late. So may be, everywhere in an optimised function, what a line of its source assigns that has no
// store: compilers give `at++` in a loop the line of the loop's head, and store behind the loop.
//
// Cost: a look into a table for each instruction.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "devices/functional_machine.h"
#include "isa/image_code.h"
#include "support/debug_info.h"

namespace janus::app {

class LateStores {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  // `debug` must outlive the object.
  LateStores(const support::DebugInfo& debug, LineOf line_of)
      : debug_(debug), line_of_(std::move(line_of)), code_(debug.image()) {}

  // Forgets the run, and keeps what it knows of the code.
  void begin();
  // In front of each instruction, in order.
  void add(devices::FunctionalMachine& machine);
  // Whether the line that is being executed has read this byte of memory since it began, or since the machine came from
  // another line: then the machine code uses what is there.
  bool has_just_read(std::uint32_t address) const { return just_read_.contains(address); }
  // The names of variables and members that are late: "used" of `++ring->used`.
  std::set<std::string> names() const;
  // Whether an expression or a value has to do with what has no store, which is late unless the line has just read it.
  bool lacks_store(std::string_view expression, std::string_view value) const;

 private:
  struct Line {
    std::set<std::string> assigned;
    bool behind_if = false;  // the assignment, in the same line
    bool computed = false;   // something since its last store
    bool is_late = false;
  };
  struct Place {
    Line* line;  // null: one that assigns nothing
    bool stores, computes, branches;
    std::pair<std::string, int> at;             // file and line
    std::optional<isa::Instruction> load = {};  // if it is one
  };
  const Place& place_of(std::uint32_t pc);
  // What lines of a function assign that have no store in it: a member is none of the variables of its name.
  struct Names {
    std::set<std::string> variables = {}, members = {};
  };
  const Names& without_store(std::uint32_t pc) const;
  Names find_without_store(const support::Symbol& function) const;

  const support::DebugInfo& debug_;
  const LineOf line_of_;
  const isa::ImageCode code_;
  std::map<std::pair<std::string, int>, Line> lines_;
  std::unordered_map<std::uint32_t, Place> places_;
  mutable std::map<std::uint32_t, Names> without_store_;  // by function
  std::set<std::uint32_t> just_read_;
  std::pair<std::string, int> reading_;  // the line that has
  const Place* last_ = nullptr;
  std::uint32_t last_pc_ = 0;
};

// What a line of C assigns to, counts up or down, each as it is written: "ring->used", "counts[i]".
std::set<std::string> assigned_by(std::string_view line);
// Of these, what the line names once, in front of a `=`: it does not read it.
std::set<std::string> only_written_by(std::string_view line);
// The variables that a line of C declares with a value, but for those in the head of a loop.
std::set<std::string> declared_by(std::string_view line);
// Whether a line of C may give a variable its value: it assigns to something of this name, or, if the variable is in
// memory, through a pointer or in a function that it calls. A line that only asks sets nothing.
bool may_set(std::string_view line, std::string_view variable, bool is_in_memory);
// The last name of such an expression, without what is in brackets: "used", "counts".
std::string last_name(std::string_view expression);
// Whether an expression or a value for people has to do with one of the names: "ring->used = 3", "{head = 1, used =
// 3}".
bool is_of_names(std::string_view expression, std::string_view value, const std::set<std::string>& names);

}  // namespace janus::app
