// The output of an exploration: findings as text and test cases, a summary, statistics.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/finding_groups.h"
#include "app/finding_report.h"
#include "app/html_report.h"
#include "app/inspections.h"
#include "app/options.h"
#include "app/output_errors.h"
#include "app/path_files.h"
#include "app/prepared_call.h"
#include "app/progress_line.h"
#include "engine/explore/explorer.h"
#include "engine/explore/shorter_case.h"
#include "observe/coverage.h"
#include "program/execution_counts.h"
#include "support/activity_sampler.h"
#include "support/debug_info.h"
#include "support/output_stream.h"

namespace janus::app {

// Writes test cases into a directory. Before the first is written, creates the directory and removes the test cases of
// earlier explorations (finding-N.json, finding-N.c, path-N.json, worst-case-1.json, best-case-1.json). Throws
// support::InputError (kCannotWrite).
//
// A timing profile that is a file, not a built-in one, is copied beside the test cases as machine.timing, and they name
// the copy; so is a platform, as machine.toml. So the directory can be moved, and a test case from somewhere else
// cannot name any file of this machine.
class TestCaseWriter {
 public:
  // `timing` and `platform`: built-in names or files; an empty platform is the default. `firmware`: the path of the ELF
  // file, and `command`, what explores, which exploration.stats has (stored_exploration.h). Throws support::InputError
  // if a file cannot be read.
  TestCaseWriter(std::filesystem::path directory, const std::string& timing, const std::string& platform,
                 std::string firmware, std::string command);
  // What exploration.stats says in the end. Nothing is written unless there is a directory.
  void write_end(const std::string& text);
  // The path of `<kind>-<number>.json`.
  std::filesystem::path file(std::string_view kind, std::uint64_t number) const;
  void write(const std::filesystem::path& file, const engine::TestCase& test_case);
  // Before the first is written: this file of an earlier exploration stays.
  void keep(const std::string& name) { kept_.insert(name); }

 private:
  void prepare();
  std::set<std::string> kept_;
  std::filesystem::path directory_;
  const std::string firmware_, command_;
  std::optional<std::string> timing_, platform_;  // the texts of those that are not built in
  bool prepared_ = false;
};

// The exit code of janus explore and janus bmc.
int exit_code(engine::Verdict verdict);

// The summary before the verdict: counts, and why the verdict is not safe.
std::string summary(const engine::ExplorationResult& result, const engine::ExplorationConfig& config);

// All statistics as JSON. `findings`: those of the result, in the same order. `covered`: how often the places of
// riscv_cover() were reached.
std::string statistics_text(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                            const support::DebugInfo& debug, const std::vector<ReportedFinding>& findings,
                            const std::map<std::string, std::uint64_t>& covered);

inline constexpr char kLacksBeginning[] =
    "The checkpoint was written without --coverage, --profile or --report, so what was executed before it is not "
    "known.";

// Where the outputs of an exploration go.
struct ExplorationOutputs {
  std::filesystem::path directory;  // of test cases
  bool directory_is_given = false;  // by the user, so that it must be writable from the start
  std::string stats;                // a file; empty: no statistics
  // For other tools. Files; empty: none.
  std::string sarif, junit;
  std::string baseline;      // an earlier SARIF file; empty: none
  bool annotations = false;  // a line for GitHub for each finding
  std::string progress;      // a file for a line of JSON for each report of progress; empty: none
  std::string report;        // a directory for the HTML report; empty: none
  observe::CoverageFile coverage;
  std::string profile;                 // a file in callgrind's format; empty: none
  std::string tree;                    // a file for the tree of forks; empty: none
  bool all_paths = false;              // there is a test case for each path
  bool lacks_beginning = false;        // coverage and profile begin where an earlier exploration was interrupted
  PathFiles path_files = {};           // that are written beside each test case
  CommandLine command_line = {};       // that explores
  const PreparedCall* call = nullptr;  // of which findings are written as C as well; null: of none
};

// The outputs that the options of `explore` and `bmc` ask for. `directory`: the option for it.
ExplorationOutputs exploration_outputs(const Options& options, Option directory);

// Prints and writes the findings of one exploration as they are made, shows its progress, and tells the verdict. An
// output that fails costs nothing else: the exploration goes on, unless standard output itself is lost.
class ExplorationReporter {
 public:
  // Throws support::InputError if an output cannot be written or the baseline cannot be read. `image` and `config` must
  // outlive the reporter.
  ExplorationReporter(const support::FirmwareImage& image, const engine::ExplorationConfig& config,
                      ExplorationOutputs outputs);

  // The events to pass to the exploration; valid as long as the reporter.
  engine::ExplorationEvents events();
  // Of a comparison: whether the path that ends runs the second firmware. To be told before its finding is.
  void set_runs_second(bool runs_second) { runs_second_ = runs_second; }
  // In front of the exploration, if an earlier one goes on: reports what that one has found, and which places of
  // riscv_cover() it has reached, how often.
  void go_on(const std::vector<engine::Finding>& findings, const std::map<std::string, std::uint64_t>& reached);
  std::map<std::string, std::uint64_t> reached() const { return inspections_.covered(); }
  // After the event for a path: writes its test case.
  void write_path(std::uint64_t path, const engine::TestCase& test_case);
  // After the exploration: writes the test cases of the slowest and the fastest path.
  void write_times(const engine::TimesResult& times);
  // Where to write other outputs of the exploration, so that a failure costs nothing else.
  OutputErrors& errors() {
    progress_.clear();
    return errors_;
  }
  // After the exploration: removes the progress line, writes the statistics, prints `summary` and the verdict. Returns
  // the exit code.
  int finish(const engine::ExplorationResult& result, const std::string& summary);

 private:
  // All findings together may be retraced for so long.
  static constexpr std::uint64_t kMostRetraced = 10'000'000;  // instructions

  void report(const engine::Finding& finding);
  void leave_out_inputs(ReportedFinding& reported);
  void shorten(std::size_t number, const engine::Finding& finding);
  void explain(ReportedFinding& reported);
  void tell_shortened();
  std::string more_of_groups() const;
  void write_case(const std::filesystem::path& file, const engine::TestCase& test_case);
  std::string tell_call(const ReportedFinding& reported);
  const support::DebugInfo& debug_of(const engine::Finding& finding) const;
  void write_for_tools(const engine::ExplorationResult& result);
  void write_end(const engine::ExplorationResult& result, const std::string& summary);
  void write_profile();
  void write_coverage(const engine::ExplorationResult& result, const std::string& summary);
  void say(const std::string& text);

  const support::FirmwareImage& image_;
  const engine::ExplorationConfig& config_;
  const support::DebugInfo debug_;
  std::optional<std::vector<std::string>> sources_;  // of what the called function calls; nothing until it is asked for
  const ExplorationOutputs outputs_;
  TestCaseWriter writer_;
  OutputErrors errors_;
  engine::CaseShortener shortener_;
  Inspections inspections_{debug_};
  std::vector<ReportedFinding> reported_;
  FindingGroups groups_;
  std::set<std::string> baseline_;     // fingerprints of the findings in the baseline
  std::set<std::size_t> shortened_;    // numbers of findings, from 0, whose test case is not the one that was told
  std::uint64_t retraced_ = 0;         // instructions
  program::ExecutionCounts happened_;  // on the paths of findings
  ProgressHistory history_;            // for the report
  std::unique_ptr<support::ActivitySampler> activities_;  // the same; null: no report
  std::vector<Example> examples_;                         // for the report
  std::string formula_;                                   // of the path that has ended last; if they are written
  std::uint64_t unwritten_paths_ = 0;                     // test cases
  bool runs_second_ = false;
  bool mute_ = false;  // standard output is lost
  ProgressLine progress_{&debug_};
  std::unique_ptr<support::OutputStream> progress_file_;  // null if not wanted
};

}  // namespace janus::app
