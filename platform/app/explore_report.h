// What an exploration leaves behind: findings as text and test cases, a summary, statistics, a progress line.
#pragma once

#include <filesystem>
#include <string>

#include "engine/explore/explorer.h"
#include "support/debug_info.h"

namespace janus::app {

// Writes test cases into a directory, which is made when the first is written; test cases that an earlier exploration
// left there under the same kind of name are removed then. Throws support::InputError (kCannotWrite).
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

// "assertion failed at 0x80000100 (main at sort.c:47)", and what else there is to say about an end.
std::string describe(const engine::TestCase& test_case, const support::DebugInfo& debug);

// Says on standard output what was found, and how to see it again from `file`.
void print_finding(std::size_t number, const engine::Finding& finding, const support::DebugInfo& debug,
                   const std::string& firmware, const std::filesystem::path& file);

// Of explore and bmc.
int exit_code(engine::Verdict verdict);

// The summary before the verdict: counts, and why the verdict is not safe.
std::string summary(const engine::ExplorationResult& result, const engine::ExplorationConfig& config);

// Everything counted, as JSON. `cases`: the files of the findings, in their order.
void write_statistics(const std::string& path, const engine::ExplorationResult& result,
                      const engine::ExplorationConfig& config, const support::DebugInfo& debug,
                      const std::vector<std::filesystem::path>& cases);

// A line on standard error that is written over again and again, if that is a terminal; else nothing.
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

// Writes and prints findings as they are made, and shows progress; of one exploration.
class ExplorationReporter {
 public:
  // Test cases go to `directory`. `image` must outlive it.
  ExplorationReporter(const support::FirmwareImage& image, std::filesystem::path directory)
      : image_(image), debug_(image), writer_(std::move(directory)) {}

  // What the exploration is to be given; valid as long as this object.
  engine::ExplorationEvents events();
  TestCaseWriter& writer() { return writer_; }
  // After the exploration: takes the progress away, and writes statistics unless `path` is empty.
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
