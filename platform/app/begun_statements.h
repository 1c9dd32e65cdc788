// Which instructions of a run belong to a statement that the run came to. Compilers load and compute in front of the
// branch that decides whether a line is reached, and in front of a loop for all of its rounds: such an instruction has
// the line of its statement, which may never begin, or not this time. DWARF marks where statements begin.
//
// Cost: a number for each instruction that is noted.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "support/debug_info.h"
#include "support/source_statements.h"

namespace janus::app {

class BegunStatements {
 public:
  // `debug` and `statements` must outlive the object.
  BegunStatements(const support::DebugInfo& debug, const support::SourceStatements& statements);

  // In front of each instruction, in order, with what has retired before it.
  void add(std::uint32_t pc, std::uint64_t retired);
  // Whether the statement of an instruction that was noted has begun: since the instruction was executed before, or,
  // where all marks of the statement stand behind the instruction, until it is executed next. Without marks: true.
  bool has_begun(std::uint32_t pc, std::uint64_t retired) const;
  // What had retired in front of each execution of an instruction, rising.
  const std::vector<std::uint64_t>& executions(std::uint32_t pc) const;
  // What had retired behind the last execution of an instruction in front of that moment; 0 if there was none.
  std::uint64_t behind_last(std::uint32_t pc, std::uint64_t retired) const;
  // Whether a statement of this line, in any copy, began in front of `to`, and not in front of `from`. Marks at these
  // addresses do not count.
  struct LeftOut {
    std::uint32_t first, last;
  };
  bool began(const std::string& file, int line, std::uint64_t from, std::uint64_t to, const LeftOut& left_out) const;
  // Whether there is any mark of the line.
  bool has_mark(const std::string& file, int line) const;

 private:
  using Statement = std::tuple<std::string, int, std::uint64_t>;  // file, line, copy
  bool is_marked_between(const std::vector<std::uint32_t>& marks, std::uint64_t from, std::uint64_t to) const;

  const support::DebugInfo& debug_;
  const support::SourceStatements& statements_;
  std::map<Statement, std::vector<std::uint32_t>> marks_;                      // addresses, rising
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> executed_at_;  // by pc, rising
};

}  // namespace janus::app
