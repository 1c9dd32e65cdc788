// Runs programs and handles temporary files, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace janus::testing {

// The paths of programs found when the build was configured; empty if absent.
extern const std::string kQemu, kAssembler, kObjcopy, kObjdump, kZ3, kCvc5, kGdb, kLcov, kCallgrindAnnotate, kVcd2fst,
    kMpirun;

// JANUS_NEED_TOOL ends the test if `tool` is absent: it skips the test on a developer's machine, and fails the test if
// CI=true, so that no check silently goes missing.
bool running_in_ci();
#define JANUS_NEED_TOOL(tool, package)                                                             \
  do {                                                                                             \
    if (!(tool).empty()) break;                                                                    \
    if (::janus::testing::running_in_ci()) FAIL() << #tool " is absent; apt-get install " package; \
    GTEST_SKIP() << #tool " is absent; apt-get install " package;                                  \
  } while (false)

struct CommandResult {
  int exit_code;  // 128 + n if signal n killed the program
  std::string output;
  std::string errors;
};
// Runs a program without a shell; standard input is /dev/null. `output` is standard output. Standard error is in
// `output` too if `with_errors`, else in `errors`. A program that takes longer than `seconds` is killed.
CommandResult run_command(const std::vector<std::string>& arguments, bool with_errors = true, unsigned seconds = 60);
// The same, with standard error in `errors`. Sends the program SIGINT as soon as standard output contains `text`.
CommandResult interrupt_command(const std::vector<std::string>& arguments, const std::string& text,
                                unsigned seconds = 60);

// A new directory, removed with its contents at the end of the scope.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void write_file(const std::string& path, const std::vector<std::uint8_t>& bytes);
void write_file(const std::string& path, const std::string& text);
std::vector<std::uint8_t> read_file(const std::string& path);

}  // namespace janus::testing
