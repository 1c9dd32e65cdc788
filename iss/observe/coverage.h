// Which parts of a firmware were executed: lines, both directions of branches, functions. Written as a tracefile of
// lcov.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "hart/concrete_hart.h"
#include "observe/code_map.h"
#include "program/execution_counts.h"

namespace janus::observe {

// Counts as an observer of a hart, or, where the hart runs at full speed, as its counter (ConcreteHart::count()).
class Coverage : public hart::Observer, public hart::ExecutionCounter {
 public:
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override {
    if (retired) counts_.executed(pc, instruction, state.pc);
  }
  void executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) override {
    counts_.executed(pc, instruction, next);
  }
  void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) override {
    counts_.add(pc, times, taken);
  }
  const program::ExecutionCounts& counts() const { return counts_; }

 private:
  program::ExecutionCounts counts_;
};

// Coverage of one source file: all functions in the image that have debug information, executed or not.
struct CoveredFile {
  // A conditional branch of the machine code.
  struct Branch {
    int line;
    std::uint32_t pc, target;  // `target`: where it jumps to
    std::uint32_t behind;      // where it goes on if it does not jump
    program::ExecutionCounts::Count count;
  };
  struct Function {
    int line;
    std::string name;
    std::uint64_t count;  // executions of its first instruction
  };
  // An instruction that was executed, and after which nobody came to the next one, although that follows in memory.
  struct End {
    std::uint32_t pc, behind;  // `behind`: the next instruction
    std::uint32_t next;        // the first instruction after it that was executed, or the end of the function
  };
  // How often each line began; of a line without a mark of that, the count of its last executed instruction.
  std::map<int, std::uint64_t> lines;
  std::vector<End> ends;            // by address
  std::vector<Branch> branches;     // by address
  std::vector<Function> functions;  // by address
};
std::map<std::string, CoveredFile> coverage_by_file(const program::ExecutionCounts& counts, CodeMap& code);

// The tracefile (geninfo(1), "TRACEFILE FORMAT"). It has the lines of all functions in the image that have debug
// information, executed or not. Of a branch, the first direction is the taken one.
std::string lcov_tracefile(const program::ExecutionCounts& counts, CodeMap& code);

// Where a tracefile goes.
struct CoverageFile {
  std::filesystem::path path;  // empty: nowhere
  bool append = false;         // to what is there already

  // Whether there is something to append to.
  bool adds_to_earlier() const { return append && std::filesystem::exists(path); }
  // Before a long run. Throws support::InputError (kCannotWrite) if the file cannot be written.
  void require_writable() const;
  // Throws support::InputError (kCannotWrite).
  void write(const program::ExecutionCounts& counts, CodeMap& code) const;
};

}  // namespace janus::observe
