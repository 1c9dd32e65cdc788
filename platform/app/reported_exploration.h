// What a report of an exploration is made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/end_values.h"
#include "app/finding_report.h"
#include "app/wave_picture.h"
#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "observe/coverage.h"
#include "support/debug_info.h"

namespace janus::app {

// How the exploration went, for pictures. Keeps at most kMost points, evenly spread over the time.
class ProgressHistory {
 public:
  struct Point {
    double seconds;
    std::uint64_t paths, waiting, memory_bytes;
  };
  void add(const engine::Progress& progress);
  const std::vector<Point>& points() const { return points_; }

 private:
  static constexpr std::size_t kMost = 400;
  std::vector<Point> points_;
  unsigned stride_ = 1, skipped_ = 0;  // every so many reports make a point
};

// How a finding's path ended, from an execution of its test case.
struct PathEnd {
  std::string output;  // of the firmware
  LastSteps last;
  NamedValues values = {};  // of the variables that the last line names
};
// Executes the path up to `most` instructions. `line`: of the source, where the path ends; may be empty.
PathEnd path_end(const engine::CaseMaker& cases, const engine::TestCase& test_case, std::uint64_t most,
                 const support::DebugInfo& debug, std::string_view line);

// Inputs that were the first to reach some lines.
struct Example {
  engine::TestCase test_case;
  std::uint64_t lines = 0;  // so many
};

// For lines of the source, by file and number, the index of the example that was the first to reach them.
using ReachedBy = std::map<std::pair<std::string, int>, std::size_t>;

// Notes which lines a path with these counts reaches first, and returns how many: `index` is that of its example.
std::uint64_t note_lines(const program::ExecutionCounts& counts, observe::CodeMap& code, std::size_t index,
                         ReachedBy& reached);

// Executes the examples again, one after the other, up to `most` instructions in all, and keeps those that reach new
// lines.
ReachedBy reached_by(std::vector<Example>& examples, const support::FirmwareImage& image,
                     const engine::SymbolicHartConfig& hart, std::uint64_t most, observe::CodeMap& code);

struct ReportedExploration {
  const support::DebugInfo& debug;
  const engine::ExplorationConfig& config;
  const engine::ExplorationResult& result;
  const std::vector<ReportedFinding>& findings;
  std::vector<PathEnd> ends;  // of each finding; empty where not known
  const std::map<std::string, observe::CoveredFile>& coverage;
  const ProgressHistory& history;
  std::string summary;                    // what the exploration prints in front of the verdict
  std::vector<std::string> unknown = {};  // a sentence for each thing that nobody knows
  bool has_all_paths = true;              // the coverage is that of all paths
  std::vector<Example> examples = {};
  ReachedBy reached_by = {};
};

}  // namespace janus::app
