// The output of an exploration: findings as text and test cases, a summary, statistics, a progress line.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/explorer.h"
#include "support/debug_info.h"

namespace janus::app {

// Writes test cases into a directory. Before the first is written, creates the directory and removes the test cases of
// earlier explorations (finding-N.json, path-N.json). Throws support::InputError (kCannotWrite).
class TestCaseWriter {
 public:
  explicit TestCaseWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}
  // Writes `<kind>-<number>.json` and returns its path.
  std::filesystem::path write(std::string_view kind, std::uint64_t number, const engine::TestCase& test_case);

 private:
  void prepare();
  std::filesystem::path directory_;
  bool prepared_ = false;
};

// One line about the end of a path, such as "assertion failed at 0x80000100 (main at sort.c:47)".
std::string describe(const engine::TestCase& test_case, const support::DebugInfo& debug);

// Prints a finding on standard output, and how to replay it from the test case `file`.
void print_finding(std::size_t number, const engine::Finding& finding, const support::DebugInfo& debug,
                   const std::string& firmware, const std::filesystem::path& file);

// The exit code of janus explore and janus bmc.
int exit_code(engine::Verdict verdict);

// The summary before the verdict: counts, and why the verdict is not safe.
std::string summary(const engine::ExplorationResult& result, const engine::ExplorationConfig& config);

// Writes all statistics as JSON. `cases`: the test cases of the findings, in the same order.
void write_statistics(const std::string& path, const engine::ExplorationResult& result,
                      const engine::ExplorationConfig& config, const support::DebugInfo& debug,
                      const std::vector<std::filesystem::path>& cases);

// A line on standard error that each update overwrites. Prints nothing if standard error is not a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  void show(const engine::Progress& progress);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  engine::Progress last_;
};

// Writes and prints the findings of one exploration as they are made, and shows its progress.
class ExplorationReporter {
 public:
  // Test cases go to `directory`. `image` must outlive the reporter.
  ExplorationReporter(const support::FirmwareImage& image, std::filesystem::path directory)
      : image_(image), debug_(image), writer_(std::move(directory)) {}

  // The events to pass to the exploration; valid as long as the reporter.
  engine::ExplorationEvents events();
  TestCaseWriter& writer() { return writer_; }
  // After the exploration: removes the progress line, and writes statistics to `path` unless it is empty.
  void finish(const std::string& path, const engine::ExplorationResult& result,
              const engine::ExplorationConfig& config);

 private:
  const support::FirmwareImage& image_;
  const support::DebugInfo debug_;
  TestCaseWriter writer_;
  std::vector<std::filesystem::path> files_;  // of findings
  ProgressLine progress_;
};

}  // namespace janus::app
