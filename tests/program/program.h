// Runs the built janus program as users do.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testing/command.h"

namespace janus::testing {

using Arguments = std::vector<std::string>;

// Exit codes of janus explore, by verdict.
inline constexpr int kSafe = 0, kUnsafe = 1, kUnknown = 2;

// The program under test: what the environment variable JANUS_PROGRAM names, else the one that was built beside the
// tests.
const std::string& janus_program();
// Whether it was built with AddressSanitizer.
bool is_sanitized();

// Runs janus, with standard output and standard error separate.
CommandResult janus(const Arguments& arguments);

// A JSON file that a command wrote.
nlohmann::json json_of(const std::string& path);
std::string text_of(const std::string& path);

// The last line, without the newline.
std::string last_line(const std::string& text);

// Lines of standard error that are no warnings of what a verdict rests on.
std::string without_warnings(const std::string& errors);

// One exploration. Its files are in a directory that exists as long as this object.
class Exploration {
 public:
  // `options` in addition to --stats and --out.
  explicit Exploration(const std::string& elf, const Arguments& options = {});

  const std::string& elf() const { return elf_; }
  const CommandResult& result() const { return result_; }
  const nlohmann::json& stats() const { return stats_; }  // null if none were written
  std::uint64_t paths() const { return stats_.at("paths"); }
  const nlohmann::json& findings() const { return stats_.at("findings"); }
  // The test cases written, by name: finding-1.json, path-1.json, ...
  std::vector<std::string> cases() const;
  std::string file(const std::string& name) const { return directory_.file(name); }

 private:
  std::string elf_;
  TemporaryDirectory directory_;
  CommandResult result_;
  nlohmann::json stats_;
};

// Explores every path, writing a test case for each, and claims: the verdict, on the last line, in the exit code and in
// the statistics; that many paths; and that every path replays to the end it was explored to. For use with
// SCOPED_TRACE, or in a test of its own.
void expect_every_path(const std::string& firmware, const std::string& verdict, std::uint64_t paths,
                       const Arguments& options = {});

// Claims that every test case of `exploration` replays to the end it was explored to.
void expect_replays(const Exploration& exploration);

}  // namespace janus::testing
