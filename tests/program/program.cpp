#include "program.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

constexpr int kDiverged = 71;

int exit_code_of(const std::string& verdict) {
  return verdict == "safe" ? kSafe : verdict == "unsafe" ? kUnsafe : kUnknown;
}

// What `janus run` exits with at such an end.
int exit_code_of(const nlohmann::json& end) {
  const std::string reason = end.at("reason");
  if (reason == "exit" || reason == "failing_exit") return std::min(end.at("exit_code").get<int>(), 255);
  const std::set<std::string> mistakes{"assert",           "controlled_jump", "heap",   "bounds",
                                       "division_by_zero", "uninitialised",   "code",   "return_address",
                                       "dangling",         "leaks",           "overlap"};
  if (mistakes.contains(reason)) return 1;
  if (reason == "repeats") return end.at("violation").get<bool>() ? 1 : 0;
  if (reason == "trap" || reason == "hook_error" || reason == "host_error") return 70;
  if (reason == "instruction_limit" || reason == "solver" || reason == "module" || reason == "moves_symbol") return 124;
  return 0;
}

}  // namespace

const std::string& janus_program() {
  static const char* const given = std::getenv("JANUS_PROGRAM");
  static const std::string program = given ? given : JANUS_PROGRAM;
  return program;
}

bool is_sanitized() { return janus({"--version"}).output.find("sanitizers none\n") == std::string::npos; }

CommandResult janus(const Arguments& arguments) {
  Arguments command{janus_program()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command, false);
}

std::string text_of(const std::string& path) {
  const auto bytes = read_file(path);
  return {bytes.begin(), bytes.end()};
}

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(text_of(path)); }

std::string without_warnings(const std::string& errors) {
  std::istringstream lines(errors);
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("janus: warning: ")) rest += line + "\n";
  }
  return rest;
}

std::string last_line(const std::string& text) {
  if (text.empty() || text.back() != '\n') return "(no whole line at the end)";
  const auto before = text.find_last_of('\n', text.size() - 2);
  const auto begin = text.size() < 2 || before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, text.size() - 1 - begin);
}

Exploration::Exploration(const std::string& elf, const Arguments& options) : elf_(elf) {
  Arguments arguments{"explore", elf, "--stats", file("stats"), "--out", directory_.file("")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  result_ = janus(arguments);
  if (std::filesystem::exists(file("stats"))) stats_ = json_of(file("stats"));
}

std::vector<std::string> Exploration::cases() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory_.file(""))) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void expect_replays(const Exploration& exploration) {
  const auto cases = exploration.cases();
  constexpr std::size_t kMost = 128;  // of more, some that are evenly spread
  for (std::size_t i = 0; i < cases.size(); i += testing::soaked<std::size_t>(1, 1 + cases.size() / kMost)) {
    const std::string& name = cases[i];
    const auto end = json_of(exploration.file(name)).at("end");
    const auto replay = janus({"replay", exploration.elf(), exploration.file(name)});
    EXPECT_NE(replay.exit_code, kDiverged) << name << ": " << replay.errors;
    const bool silent = replay.exit_code == 76 && end.at("reason") == "halted";  // firmware with tohost
    EXPECT_TRUE(silent || replay.exit_code == exit_code_of(end)) << name << ": " << replay.errors;
    EXPECT_TRUE(last_line(replay.errors).ends_with("as explored")) << name << ": " << replay.errors;
  }
}

void expect_every_path(const std::string& firmware, const std::string& verdict, std::uint64_t paths,
                       const Arguments& options) {
  Arguments all{"--all", "--test-cases", "all"};
  all.insert(all.end(), options.begin(), options.end());
  const Exploration exploration(firmware_path(firmware), all);
  ASSERT_TRUE(exploration.stats().is_object()) << exploration.result().errors;
  EXPECT_EQ(last_line(exploration.result().output), verdict) << exploration.result().output;
  EXPECT_EQ(exploration.result().exit_code, exit_code_of(verdict));
  EXPECT_EQ(exploration.stats().at("verdict"), verdict);
  EXPECT_EQ(without_warnings(exploration.result().errors), "");
  EXPECT_EQ(exploration.paths(), paths);
  EXPECT_EQ(exploration.stats().at("concretizations"), 0);
  EXPECT_EQ(exploration.cases().size(), paths + exploration.findings().size());
  expect_replays(exploration);
}

}  // namespace janus::testing
