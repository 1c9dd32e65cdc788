// The C library and C++ without exceptions on the runtime, and assert() as an assertion of Janus.
#include <gtest/gtest.h>

#include <set>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

constexpr const char* kCLibrary =
    "printf 42 text  2.50\nwrite\nbad file -1 1\nread 1 a\nterminal 1 0 1\nno file 1\nmalloc m 0\nmalloc of too much "
    "1\n"
    "usleep 1\nclock 1\ntime 1\nraise 1\n";
constexpr const char* kCxx =
    "global constructed\narea 28\nguarded\ncounter 41 42\ncross square 1\ndown 5 1\nwhole 1\ntypeid 1 0 i\n"
    "virtual base 4 3\nsibling 2\nprivate 1\ndestroyed 2\nplacement 4\naligned 1\nno memory 1\nglobal destroyed\n";

TEST(CLibrary, HasWhatItNeedsOfTheRuntime) {
  const TemporaryDirectory directory;
  write_file(directory.file("input"), std::string("abcd"));
  const Arguments input{"--uart-input", directory.file("input")};
  const auto ran = janus({"run", firmware_path("library_c"), input[0], input[1]});
  EXPECT_EQ(ran.output, kCLibrary);
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  const auto aborted = janus({"run", firmware_path("library_c_aborts"), input[0], input[1]});
  EXPECT_EQ(aborted.output, kCLibrary);
  EXPECT_EQ(aborted.exit_code, 134);  // as a shell reports SIGABRT
}

// Of one, two and eight bytes, and of twelve; of four as well, where the extension A is not there.
TEST(CLibrary, HasAtomicsThatNoInstructionServes) {
  for (const char* const firmware : {"library_atomics", "library_atomics_without_a"}) {
    const Exploration exploration(firmware_path(firmware));
    EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
  }
}

TEST(Cxx, WorksWithoutExceptions) {
  const auto ran = janus({"run", firmware_path("library_cxx")});
  EXPECT_EQ(ran.output, kCxx);
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  const Exploration exploration(firmware_path("library_cxx"));
  EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
}

TEST(AssertOfC, EndsARunWithItsLineAndText) {
  const auto ran = janus({"run", firmware_path("library_asserts")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.errors.find("(parse at tests/program/firmware/library/asserts.c:8): length < 200"), std::string::npos)
      << ran.errors;
  EXPECT_EQ(janus({"run", firmware_path("library_asserts_7")}).exit_code, 1);
}

// Each technique, since techniques look at assertions in different ways; and several assertions share one hook.
class EachAssertOfC : public ::testing::TestWithParam<Arguments> {};

TEST_P(EachAssertOfC, IsAFindingAtItsOwnLine) {
  Arguments options{"--all"};
  options.insert(options.end(), GetParam().begin(), GetParam().end());
  const Exploration exploration(firmware_path("library_asserts"), options);
  EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
  EXPECT_NE(exploration.result().output.find("rests on: 1 input"), std::string::npos);
  EXPECT_NE(exploration.result().output.find("), each assert() of the C library\n"), std::string::npos)
      << exploration.result().output;
  std::set<int> lines;
  for (const auto& finding : exploration.findings()) {
    EXPECT_EQ(finding.at("reason"), "assert");
    EXPECT_EQ(finding.at("function"), "parse");
    EXPECT_EQ(finding.at("file"), "tests/program/firmware/library/asserts.c");
    const int line = finding.at("line");
    const std::string text = line == 8 ? ": length < 200" : ": length * 2 != 14 && \"seven\"";
    EXPECT_TRUE(std::string(finding.at("text")).ends_with(text)) << finding;
    lines.insert(line);
  }
  EXPECT_EQ(lines, (std::set{8, 9}));
  for (const std::string& name : exploration.cases()) {
    const auto replayed = janus({"replay", firmware_path("library_asserts"), exploration.file(name)});
    EXPECT_EQ(replayed.exit_code, 1);
    EXPECT_NE(replayed.errors.find("(parse at tests/program/firmware/library/asserts.c:"), std::string::npos);
    EXPECT_NE(replayed.errors.find("as explored"), std::string::npos) << replayed.errors;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachAssertOfC,
                         ::testing::Values(Arguments{}, Arguments{"--auto"}, Arguments{"--merge", "eager"},
                                           Arguments{"--learn"}, Arguments{"--subsume"}, Arguments{"--summarize"}));

}  // namespace
}  // namespace janus::testing
