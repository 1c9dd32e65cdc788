// Which parts of a firmware were executed: lines, both directions of branches, functions. Written as a tracefile of
// lcov.
#pragma once

#include <string>
#include <unordered_map>

#include "hart/observer.h"
#include "observe/code_map.h"

namespace janus::observe {

class Coverage : public hart::Observer {
 public:
  void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) override;

  // How often the instruction at an address was executed and, if it is a branch, taken.
  struct Count {
    std::uint64_t executed = 0, taken = 0;
  };
  Count at(std::uint32_t pc) const;

 private:
  std::unordered_map<std::uint32_t, Count> counts_;
};

// The tracefile (geninfo(1), "TRACEFILE FORMAT"). It has the lines of all functions in the image that have debug
// information, executed or not. The count of a line is the highest count among its instructions. The branches are the
// conditional branches of the machine code; the first direction is the taken one.
std::string lcov_tracefile(const Coverage& coverage, CodeMap& code);

}  // namespace janus::observe
