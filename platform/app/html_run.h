// The report of one concrete run, of `run` and `replay`: one HTML page, as that of an exploration (html_report.h).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/reported_exploration.h"
#include "engine/state/test_case.h"
#include "observe/coverage.h"
#include "support/debug_info.h"

namespace janus::app {

struct ReportedRun {
  const support::DebugInfo& debug;
  std::string end;  // how it ended, one line; empty: well
  std::uint64_t instructions, cycles;
  double seconds;  // of real time
  const program::ExecutionCounts& counts;
  const std::map<std::string, observe::CoveredFile>& coverage;
  const engine::TestCase* test_case = nullptr;  // that was replayed; null: none
  const PathEnd* last = nullptr;                // what the machine did last; null, or empty: not known
};

// How it ended, the inputs of the test case, the code that was not executed, the source with coverage, and the lines
// that were executed most.
std::string html_report(const ReportedRun& run);

}  // namespace janus::app
