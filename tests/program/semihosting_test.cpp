// Firmware that asks the host for something by semihosting (docs/c-library.md), compared with QEMU's -semihosting.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

namespace fs = std::filesystem;

// QEMU runs in `directory`, since it has no directory of its own for files.
CommandResult run_on_qemu_in(const TemporaryDirectory& directory, const std::string& elf) {
  fs::copy_file(elf, directory.file("firmware.elf"));
  const std::string command =
      fmt::format("cd {} && exec {} -M virt -bios none -nographic -semihosting -kernel firmware.elf -append 'one two'",
                  directory.file(""), kQemu);
  return run_command({"/bin/sh", "-c", command}, false);
}

CommandResult run_here_in(const TemporaryDirectory& directory, const std::string& elf) {
  const std::string copy = directory.file("firmware.elf");
  if (!fs::exists(copy)) fs::copy_file(elf, copy);
  return janus(
      {"run", copy, "--semihosting-dir", directory.file(""), "--append", "one two", "--uart-input", "/dev/null"});
}

// QEMU has several ways to standard output and standard error, each with a buffer of its own.
std::vector<std::string> sorted_lines(const CommandResult& result) {
  std::vector<std::string> lines;
  std::istringstream stream(result.output + result.errors);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("janus: the firmware ended with code")) lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

class Semihosting : public ::testing::TestWithParam<std::string> {};

TEST_P(Semihosting, AnswersAsQemuDoes) {
  JANUS_NEED_TOOL(kQemu, "qemu-system-misc");
  const std::string elf = firmware_path(GetParam());
  const TemporaryDirectory there, here;
  for (const TemporaryDirectory* directory : {&there, &here}) {
    write_file(directory->file("greeting"), std::string("hello, world\n"));
    write_file(directory->file("numbers"), std::string("1 2 39\n"));
  }
  const CommandResult qemu = run_on_qemu_in(there, elf), ours = run_here_in(here, elf);
  EXPECT_EQ(sorted_lines(ours), sorted_lines(qemu));
  EXPECT_EQ(ours.exit_code, qemu.exit_code) << ours.errors;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(there.file(""))) names.push_back(entry.path().filename());
  EXPECT_EQ(names.size(), 4U);
  for (const std::string& name : names) EXPECT_EQ(read_file(here.file(name)), read_file(there.file(name))) << name;
}

INSTANTIATE_TEST_SUITE_P(All, Semihosting, ::testing::Values("foreign_semihosting", "foreign_semihosting_library"),
                         [](const auto& row) { return row.param; });

TEST(SemihostingOptions, DecideWhetherAnEbreakCallsTheHost) {
  const std::string elf = firmware_path("foreign_semihosting_library");
  EXPECT_EQ(janus({"run", elf}).exit_code, 3);  // no directory, so no file
  const CommandResult off = janus({"run", firmware_path("foreign_semihosting"), "--semihosting", "off"});
  EXPECT_EQ(off.exit_code, 70);
  EXPECT_NE(off.errors.find("breakpoint"), std::string::npos) << off.errors;
  EXPECT_EQ(janus({"run", elf, "--semihosting", "off", "--append", "x"}).exit_code, 64);
  EXPECT_EQ(janus({"run", elf, "--semihosting-dir", "/dev/null"}).exit_code, 66);
  EXPECT_EQ(janus({"explore", elf, "--subsume"}).exit_code, 64);
}

TEST(SemihostingOutside, NothingIsReached) {
  const TemporaryDirectory outside;
  const std::string inside = outside.file("inside");
  fs::create_directory(inside);
  write_file(outside.file("secret"), std::string("x"));
  fs::create_symlink("../secret", inside + "/link");
  fs::create_symlink("..", inside + "/up");
  const Exploration exploration(firmware_path("semihosting_paths"), {"--semihosting-dir", inside});
  EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
  EXPECT_EQ(janus({"run", firmware_path("semihosting_paths"), "--semihosting-dir", inside}).exit_code, 0);
  EXPECT_EQ(text_of(outside.file("secret")), "x");
}

// Nothing is written on the host, and bytes that were symbolic when they were written still are when they are read.
TEST(SemihostingPaths, EachHaveTheirOwnFiles) {
  const TemporaryDirectory directory;
  const Arguments files{"--semihosting-dir", directory.file("")};
  for (const Arguments& options : {Arguments{}, {"--merge", "eager"}, {"--summarize"}, {"--revisit"}, {"--plain"}}) {
    Arguments all = files;
    all.insert(all.end(), options.begin(), options.end());
    const Exploration safe(firmware_path("semihosting_paths"), all);
    EXPECT_EQ(safe.result().exit_code, kSafe) << safe.result().output;
    const Exploration wrong(firmware_path("semihosting_paths_bug"), all);
    EXPECT_EQ(wrong.result().exit_code, kUnsafe) << wrong.result().output;
    ASSERT_EQ(wrong.findings().size(), 1U);
    const auto replayed = janus({"replay", wrong.elf(), wrong.file("finding-1.json"), files[0], files[1]});
    EXPECT_EQ(replayed.exit_code, 1) << replayed.errors;
    EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
    EXPECT_EQ(janus({"replay", wrong.elf(), wrong.file("finding-1.json")}).exit_code, 64);
  }
  EXPECT_TRUE(fs::is_empty(directory.file("")));
}

TEST(SemihostingConsole, GivesWhatTheTerminalReceives) {
  const std::string elf = firmware_path("semihosting_console");
  const TemporaryDirectory directory;
  write_file(directory.file("input"), std::string("ok"));
  for (const Arguments& options : {Arguments{}, {"--fast", "off"}, {"--dmi", "off"}, {"--quantum", "0"}}) {
    Arguments arguments{"run", elf, "--uart-input", directory.file("input")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(janus(arguments).exit_code, 1);
  }
  EXPECT_EQ(janus({"run", elf, "--uart-input", "/dev/null"}).exit_code, 0);
  const Exploration exploration(elf, {"--symbolic", "uart=0..3"});
  EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
  expect_replays(exploration);
  EXPECT_EQ(Exploration(elf, {"--symbolic", "uart=1"}).result().exit_code, kSafe);
}

}  // namespace
}  // namespace janus::testing
