// A command line again, and others that explore the same.
#include "app/command_line.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace janus::app {
namespace {

CommandLine command_line(const std::string& command, const std::vector<std::string>& arguments) {
  const auto found = std::ranges::find(commands(), command, &Command::name);
  return CommandLine(Options::parse(*found, arguments));
}

TEST(CommandLineAgain, IsAsItWasGiven) {
  const CommandLine line = command_line("explore", {"fire ware.elf", "--symbolic", "uart=3", "--max-time=5", "--all",
                                                    "--out", "there", "--report", "it's"});
  EXPECT_TRUE(line.is_known());
  EXPECT_EQ(line.text(),
            "janus explore 'fire ware.elf' --symbolic uart=3 --all --max-time 5 --out there --report 'it'\\''s'");
  EXPECT_FALSE(CommandLine().is_known());
}

// The defaults are no part of it, and each value of a list stands by itself.
TEST(CommandLineAgain, HasEachValueOfAList) {
  const CommandLine line =
      command_line("explore", {"f.elf", "--call", "f(a, b)", "--range", "a=0..3", "--range", "b=1..2"});
  EXPECT_EQ(line.text(), "janus explore f.elf --call 'f(a, b)' --range a=0..3 --range b=1..2");
}

TEST(CommandLineAgain, ExploresTheSameInAnotherWay) {
  const CommandLine line = command_line(
      "explore", {"f.elf", "--symbolic", "uart=3", "--plain", "--max-paths", "3", "--check", "memory", "--out", "o"});
  EXPECT_EQ(line.exploring("--revisit"), "janus explore f.elf --symbolic uart=3 --check memory --revisit");
  EXPECT_EQ(line.with("max-paths", "30"),
            "janus explore f.elf --symbolic uart=3 --plain --check memory --max-paths 30");
  EXPECT_EQ(line.bounded("--max-forks 20"), "janus bmc f.elf --symbolic uart=3 --check memory --max-forks 20");
}

TEST(CommandLineAgain, KnowsWhatABoundedCheckCannotHave) {
  EXPECT_EQ(command_line("explore", {"f.elf", "--call", "f()"}).bounded("--max-forks 20"), "");
}

}  // namespace
}  // namespace janus::app
