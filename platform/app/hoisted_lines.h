// Lines of the source that did not happen, although some of their instructions were executed: compilers make a constant
// in front of the branch that decides whether it is used. Who reads the page asks whether `step = 100;` happened.
//
// A line is hoisted if all that was executed of it makes constants, no mark of a statement's beginning (DWARF) was
// passed, no path ended within it, and
// - other instructions of it were never executed; or
// - there are no others, no instruction that was executed reads a constant where it was led, and one of the directions
//   that a branch never took leads to such an instruction.
// Whatever is in doubt counts as executed. Tracefiles (observe/coverage.h) have the instructions alone: what several
// runs have executed adds up there, and whether a constant was used does not.
//
// Cost: a pass over the code of the functions that were executed, and for each lone constant a walk in its function.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "observe/coverage.h"
#include "support/debug_info.h"
#include "support/source_statements.h"

namespace janus::app {

// Its constant, and the branch that never led to the use of it; 0: the line has instructions that were not executed.
struct HoistedLine {
  std::uint32_t pc, keeper;
};
using HoistedLines = std::map<std::pair<std::string, int>, HoistedLine>;

HoistedLines hoisted_lines(const support::DebugInfo& debug, const program::ExecutionCounts& counts,
                           const support::SourceStatements& statements);

// The coverage in which these lines were not executed.
std::map<std::string, observe::CoveredFile> without_hoisted(std::map<std::string, observe::CoveredFile> coverage,
                                                            const HoistedLines& hoisted);

}  // namespace janus::app
