// What tests need of the world outside: programs and temporary files.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace janus::testing {

// Programs found when the build was configured; empty if absent.
extern const std::string kQemu, kAssembler, kObjcopy, kZ3, kCvc5, kGdb, kLcov, kCallgrindAnnotate, kVcd2fst;

// Ends the test if `tool` is absent: skipped on a developer's machine, failed where CI=true, so that a check cannot
// silently go missing.
bool running_in_ci();
#define JANUS_NEED_TOOL(tool, package)                                                             \
  do {                                                                                             \
    if (!(tool).empty()) break;                                                                    \
    if (::janus::testing::running_in_ci()) FAIL() << #tool " is absent; apt-get install " package; \
    GTEST_SKIP() << #tool " is absent; apt-get install " package;                                  \
  } while (false)

struct CommandResult {
  int exit_code;  // 128 + n if it was killed by signal n
  std::string output;
  std::string errors;
};
// Runs a program without a shell; standard input is /dev/null. `output` is standard output, and standard error too if
// `with_errors`; else that is in `errors`. A program that takes longer than `seconds` is killed.
CommandResult run_command(const std::vector<std::string>& arguments, bool with_errors = true, unsigned seconds = 60);
// The same, with the two apart; the program is sent SIGINT as soon as it has said `text` on standard output.
CommandResult interrupt_command(const std::vector<std::string>& arguments, const std::string& text,
                                unsigned seconds = 60);

// A directory of its own, removed with all in it at the end of its scope.
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
