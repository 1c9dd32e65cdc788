// What a report of an exploration is made of.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/assigning_lines.h"
#include "app/begun_statements.h"
#include "app/command_line.h"
#include "app/end_values.h"
#include "app/finding_report.h"
#include "app/late_stores.h"
#include "app/line_entries.h"
#include "app/line_results.h"
#include "app/register_writers.h"
#include "app/stored_exploration.h"
#include "app/value_origins.h"
#include "app/variable_changes.h"
#include "app/wave_picture.h"
#include "engine/explore/assumed_sides.h"
#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "observe/coverage.h"
#include "support/activity_sampler.h"
#include "support/debug_info.h"
#include "support/source_statements.h"

namespace janus::app {

// How the exploration went, for pictures. Keeps at most kMost points, evenly spread over the time.
class ProgressHistory {
 public:
  struct Point {
    double seconds;
    std::uint64_t paths, waiting, memory_bytes;
  };
  void add(const engine::Progress& progress);
  // The end of the exploration, of which no report of progress tells.
  void end(const engine::ExplorationResult& result);
  const std::vector<Point>& points() const { return points_; }

 private:
  static constexpr std::size_t kMost = 400;
  std::vector<Point> points_;
  unsigned stride_ = 1, skipped_ = 0;  // every so many reports make a point
};

// A step of a line, what it has made, and of a decision what the condition was, if the source and the machine code
// compare the same.
struct OriginPart {
  OriginStep step;
  LineResult result;
  std::string outcome;
};

// A line at which something was computed on which the end depends.
struct OriginLine {
  OriginStep step;          // the last one of the line that matters
  NamedValues values = {};  // of the variables that the line names, in front of the step
  // The line, which for a decision may be another one than that of the code.
  support::SourceLocation at = {};
  NamedValues made = {}, read = {};      // as far as it is certain; "returns 7" has no name
  std::vector<std::uint32_t> code = {};  // of all steps of the line
  std::uint32_t within = 0;              // an instruction of its function, in the same inlined copy
  std::uint64_t copy = 0;                // SourceStatements::copy()
  bool is_optimised = true;
  std::uint64_t begin = 0;             // what had retired in front of its first step
  std::uint64_t entry = 0;             // LineEntries::entry_of(); without optimisation, `values` are those then
  std::vector<OriginPart> parts = {};  // in order; of optimised code, the last one alone
};

// Who has written a variable last that a failed assertion names, and, one step back, what the line has used.
struct LastWriter {
  enum class Kind : std::uint8_t { Line, Input, Reset };
  std::string name, value;  // the value may be empty
  Kind kind = Kind::Line;
  std::optional<AssigningLines::Line> at = {};  // of a line, and of an input
  std::uint64_t retired = 0;                    // in front of the instruction that has written it
  std::vector<LastWriter> used = {};
};

// When the instructions of a path were executed of which a report tells: what had retired in front of each time.
class Executions {
 public:
  void note(std::uint32_t pc, const BegunStatements& begun);
  // How often, from one such moment to another one; nothing if nobody knows.
  std::optional<std::uint64_t> count(std::uint32_t pc, std::uint64_t from, std::uint64_t to) const;

 private:
  static constexpr std::size_t kMost = 100'000;
  std::map<std::uint32_t, std::vector<std::uint64_t>> times_;
  std::size_t noted_ = 0;
};

// How a finding's path ended, from an execution of its test case.
struct PathEnd {
  std::string output;  // of the firmware
  LastSteps last;
  // The instruction that was the last one, and what it did: "fails"; nothing if nobody has asked for it.
  std::optional<std::uint32_t> last_pc = {};
  std::string last_did = {};
  NamedValues values = {};  // of the variables that the last line names, as far as they are certain
  // Of a path that ends in code without source: the innermost call in code that has some, and the values of its line.
  std::optional<std::uint32_t> called_from = {};
  NamedValues values_at_call = {};
  std::vector<VariableChange> changes = {};
  Executions executions = {};  // of what changes, decides, and is an origin
  // Decisions, by what had retired in front of them, that belong to no line which was reached: of addresses that are
  // read in front of a branch for what may come behind it.
  std::set<std::uint64_t> ahead = {};
  // Where main returned last, and with what, if it did.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> main_returned = {};
  std::string function = {};                               // of the last line, as the source has it; empty if unknown
  std::map<std::string, std::uint64_t> declarations = {};  // of those variables that are found there; none is 0
  std::uint64_t followed_from = 0;                  // instructions that had retired when variables were looked at first
  std::optional<ConditionReading> condition = {};   // of an assertion that fails, as the source says it
  std::vector<LastWriter> writers = {};             // of what the condition names, as far as it is certain
  std::optional<FailedComparison> comparison = {};  // that the failing condition makes
  std::vector<OriginLine> origins = {};             // in order
  bool has_more_origins = false;                    // earlier ones, which are too many
  bool has_more_rounds = false;                     // of loops, which were not followed
  std::uint64_t recorded_from = 0;                  // instructions that had retired when they were looked for first
};

// Whether a change is one of the variable that the last line calls `expression`, rather than one of the same name in
// another function, which may be inlined in its function.
bool is_of_end(const PathEnd& end, const std::string& expression, const VariableChange& change,
               const support::DebugInfo& debug);

// Executes paths of findings again, for what the report tells of their ends. All references must outlive the object.
class PathFollower {
 public:
  using LineOf = std::function<std::string(const support::SourceLocation&)>;  // the text of a line; may be empty
  PathFollower(const engine::CaseMaker& cases, const support::DebugInfo& debug, LineOf line_of)
      : cases_(cases), debug_(debug), line_of_(std::move(line_of)), stores_(debug, line_of_) {}

  // Executes the path up to `most` instructions.
  PathEnd follow(const engine::TestCase& test_case, std::uint64_t most, const engine::RetracedPath& path);

 private:
  // Variables are followed on so many last instructions of a path, and of all paths together.
  static constexpr std::uint64_t kMostFollowed = 300'000, kMostFollowedOfAll = 1'000'000;
  static constexpr std::size_t kMostLinesBetween = 64;  // of calls in the middle of a line

  std::vector<VariableChange> changes(const engine::TestCase& test_case, std::uint64_t most,
                                      const std::vector<engine::InputDecision>& decisions,
                                      const std::vector<FoundVariable>& at_end, PathEnd& end);
  void note_run(const std::vector<engine::InputDecision>& decisions, const ChangeWatcher& watcher, PathEnd& end);
  void look_at_call(const engine::TestCase& test_case, std::uint64_t most, const std::vector<std::uint32_t>& calls,
                    PathEnd& end);
  void look_at_writers(const engine::TestCase& test_case, std::uint64_t most, RegisterWriters& writers, PathEnd& end);
  void find_origins(const engine::TestCase& test_case, std::uint64_t most, const std::vector<FoundVariable>& named,
                    PathEnd& end);
  std::vector<LastWriter> last_writers(RunRecord& record, const BegunStatements& begun, std::uint32_t pc,
                                       const std::vector<FoundVariable>& named);
  std::optional<RunRecord::LastWrite> last_write(RunRecord& record, const FoundVariable& variable, std::size_t before);
  std::optional<LastWriter> last_writer(RunRecord& record, const BegunStatements& begun,
                                        const RunRecord::LastWrite& write, const FoundVariable& variable,
                                        std::uint64_t copy);
  std::vector<LastWriter> used_by(RunRecord& record, const BegunStatements& begun, const LastWriter& writer,
                                  std::size_t number);
  void look_at_lines(const engine::TestCase& test_case, std::uint64_t most, std::uint64_t steps,
                     std::vector<OriginLine>& lines);
  void tell_outcome(devices::FunctionalMachine& machine, const OriginLine& line, OriginPart& part);
  void tell_values(devices::FunctionalMachine& machine, const std::set<std::string>& changed, const LateStores& stores,
                   RegisterWriters& writers, OriginLine& line);
  std::vector<OriginLine> lines_of(const std::vector<OriginStep>& steps, const BegunStatements& begun,
                                   const LineEntries& entries);
  std::string function_at(std::uint32_t pc) const;
  // The line to which a step belongs that decides nothing; nothing if that is not certain.
  std::optional<AssigningLines::Line> line_of_step(const OriginStep& step, const BegunStatements& begun);
  const support::SourceStatements& statements();
  AssigningLines& assigning();
  support::SourceLocation line_that_decides(std::uint32_t pc);
  Definitions definitions(const std::string& file);
  NamesByFunction names_of(const engine::TestCase& test_case, const std::set<std::uint32_t>& places) const;

  const engine::CaseMaker& cases_;
  const support::DebugInfo& debug_;
  const LineOf line_of_;
  LateStores stores_;                        // of the run under way
  std::uint64_t left_ = kMostFollowedOfAll;  // instructions
  std::optional<support::SourceStatements> statements_;
  std::optional<AssigningLines> assigning_;
  std::map<std::string, std::map<std::string, std::set<std::uint32_t>>> definitions_;  // by file and name
};

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

// Which branches that went one way on all paths did so only because of what is assumed, as far as these paths show.
engine::AssumedSides assumed_sides_of(const std::vector<Example>& examples, const support::FirmwareImage& image,
                                      const engine::SymbolicHartConfig& hart, const program::ExecutionCounts& counts,
                                      double seconds);

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
  engine::AssumedSides assumed_sides = {};
  // Counts and coverage with those of widened states, for how often something was executed. Null: there are none.
  const program::ExecutionCounts* executed_counts = nullptr;
  const std::map<std::string, observe::CoveredFile>* executed = nullptr;
  CommandLine command_line = {};  // that explored
  Provenance provenance = {};
  support::ActivitySampler::Counts activities = {};  // how often each was seen; all 0: nobody has looked
};

// Whether nothing is left: no state waits, no value is still to be tried, and there is a verdict.
bool is_over(const ReportedExploration& exploration);

}  // namespace janus::app
