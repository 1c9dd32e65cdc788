// Static variables that no path has written: what depends on them alone comes out as their initial values say, as a
// switch of the configuration that nobody sets.
//
// A variable counts as written if an instruction that was executed may store to it by its address, and is left out if a
// pointer to it may exist: its address is in the data or is computed by the code. The code of the program's entry,
// which clears memory, does not count, nor do
// marks of the linker, such as the end of a table, that a library computes. An address is known where one basic block
// makes it of constants; where it is not known, an instruction with the offset that the variable would need may mean
// it. Stores by pointers that go astray are not seen.
//
// Cost: three passes over the code and one over the data.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isa/image_code.h"
#include "program/execution_counts.h"
#include "support/debug_info.h"

namespace janus::app {

class UnwrittenVariables {
 public:
  // `counts`: what was executed. `is_own`: whether code is of the firmware, rather than of a library. `assigned`: names
  // of variables that lines assign which were executed; compilers may keep these in registers. `debug` must outlive the
  // object.
  UnwrittenVariables(const support::DebugInfo& debug, const program::ExecutionCounts& counts,
                     const std::function<bool(std::uint32_t pc)>& is_own, const std::set<std::string>& assigned);

  struct Variable {
    std::string name;
    std::string value;                   // since reset; empty if nobody knows
    std::vector<std::uint32_t> read_at;  // loads that were executed, ascending
    bool has_store;                      // that was not executed, as far as its address is known
  };
  const std::map<std::uint32_t, Variable>& all() const { return variables_; }  // by address
  // Those on which a branch depends, if it depends on nothing else but constants. By name, each once.
  std::vector<const Variable*> decide(std::uint32_t branch) const;

 private:
  // What a register holds within a basic block.
  struct Word {
    std::optional<std::uint32_t> constant = {};
    std::vector<std::uint32_t> read = {};  // addresses of variables, of which it is computed alone
    bool is_known() const { return constant || !read.empty(); }
  };
  struct Range {
    std::uint32_t first, size;
    bool has_store = false;  // which was not executed
    bool meets(std::uint32_t address, std::uint32_t bytes) const {
      return address - first < size || first - address < bytes;
    }
  };
  template <class Visit>
  void for_each_instruction(const Visit& visit) const;
  std::vector<Range> candidates() const;
  void drop_what_data_points_to();
  void drop_what_code_writes(const program::ExecutionCounts& counts,
                             const std::function<bool(std::uint32_t pc)>& is_own);
  void note_reads(const program::ExecutionCounts& counts);
  std::string initial_value(const Range& range) const;

  const support::DebugInfo& debug_;
  const isa::ImageCode code_;
  std::vector<Range> ranges_;  // by address
  std::map<std::uint32_t, Variable> variables_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> deciding_;  // addresses of variables, by branch
};

}  // namespace janus::app
