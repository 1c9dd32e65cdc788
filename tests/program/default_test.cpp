// The default decides what only one of the techniques or searchers can: `janus explore` without options.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// The limit is far above the fraction of a second that each takes: nothing here measures time.
const Arguments kLimit{"--max-time", "60"};

class Default : public ::testing::TestWithParam<std::string_view> {};

class IsSafe : public Default {};
TEST_P(IsSafe, ByDefault) {
  const Exploration exploration(firmware_path("default_" + std::string(GetParam())), kLimit);
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
}
INSTANTIATE_TEST_SUITE_P(Programs, IsSafe,
                         ::testing::Values("hailstone", "spaces", "commands", "length", "dispatch", "remainder",
                                           "euclid", "decimal", "counter", "cleared", "rotated"));

class IsUnsafe : public Default {};
TEST_P(IsUnsafe, ByDefaultAndReplays) {
  const Exploration exploration(firmware_path("default_" + std::string(GetParam())), kLimit);
  EXPECT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
  expect_replays(exploration);
}
INSTANTIATE_TEST_SUITE_P(Programs, IsUnsafe,
                         ::testing::Values("blinker", "smashed", "finish", "size", "code", "ticks"));

TEST(ReturnAddress, ThatAnInputOverwritesIsNamed) {
  for (const Arguments& how : {Arguments{"--searcher", "mixed"}, Arguments{"--searcher", "bfs", "--by-value"}}) {
    Arguments options{"--all", "--max-paths", "60", "--check", "none"};
    options.insert(options.end(), how.begin(), how.end());
    const Exploration exploration(firmware_path("default_smashed"), options);
    const auto findings = exploration.findings();
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const auto& finding) {
      return finding.at("reason") == "controlled_jump";
    })) << exploration.result().output;
    expect_replays(exploration);
  }
}

// What a jump table or a table of functions offers is no violation, whatever merges, and however the jump is explored.
TEST(Tables, AreFineToJumpThrough) {
  for (const std::string firmware : {"default_commands", "default_dispatch"}) {
    for (const Arguments& how : {Arguments{"--plain"}, Arguments{"--merge", "eager"}, Arguments{"--merge", "careful"},
                                 Arguments{"--by-value"}, Arguments{"--symbolic-address", "fork"}}) {
      const Exploration exploration(firmware_path(firmware), how);
      EXPECT_EQ(last_line(exploration.result().output), "safe") << firmware << ' ' << how[0];
    }
  }
}

// A null pointer leads nowhere, so the states merge, and the word leads where the other pointer does. Who uses it
// anyway accesses null, whatever the detector of bounds thinks of that.
TEST(NullPointers, MergeWithPointers) {
  for (const Arguments& how : {Arguments{"--plain"}, Arguments{"--merge", "eager"}, Arguments{"--merge", "careful"},
                               Arguments{"--revisit"}, Arguments{"--symbolic-address", "fork"}, Arguments{}}) {
    Arguments options{"--check", "memory"};
    options.insert(options.end(), how.begin(), how.end());
    for (const auto& [name, reason] :
         {std::pair{"checked", ""}, {"beyond", "bounds"}, {"null", "trap"}, {"freed", ""}}) {
      const Exploration exploration(firmware_path("detect_null_or_pointer_" + std::string(name)), options);
      const bool is_right = *reason == 0;
      EXPECT_EQ(last_line(exploration.result().output), is_right ? "safe" : "unsafe") << exploration.result().output;
      if (!is_right) {
        EXPECT_EQ(exploration.findings().at(0).at("reason"), reason);
      }
      if (how == Arguments{"--merge", "eager"}) {  // whether a pointer is null that is given back, is a path each
        EXPECT_EQ(exploration.stats().at("paths"), name == std::string_view("freed") ? 4 : 1) << name;
      }
      expect_replays(exploration);
    }
  }
}

// Where nothing is symbolic, every exploration would execute the same path up to the same limit.
TEST(OnePath, IsExecutedOnceUpToTheLimit) {
  const auto stats = Exploration(firmware_path("ending_endless")).stats();
  EXPECT_EQ(stats.at("verdict"), "unknown");
  EXPECT_EQ(stats.at("instructions"), 100'000'000);
  for (const auto& [count, value] : stats.at("techniques").at("auto").items())
    EXPECT_TRUE(count == "ms of plain" || count == "ms of memory" || count == "remarks") << count << " " << value;
}

// The line behind the name of who decided: options that are taken, and that give the same verdict.
TEST(TheSameAlone, IsTheSameVerdict) {
  std::set<std::string> deciders;
  for (const std::string name :
       {"hailstone", "spaces", "commands", "length", "dispatch", "euclid", "blinker", "finish"}) {
    const std::string elf = firmware_path("default_" + name);
    const std::string output = Exploration(elf, kLimit).result().output, mark = "\n  the same alone: ";
    const auto begin = output.find(mark);
    ASSERT_NE(begin, std::string::npos) << output;
    std::istringstream words(output.substr(begin + mark.size(), output.find('\n', begin + 1) - begin - mark.size()));
    deciders.insert(words.str());
    Arguments alone(std::istream_iterator<std::string>(words), {});
    alone.insert(alone.end(), kLimit.begin(), kLimit.end());
    const auto again = Exploration(elf, alone).result();
    EXPECT_EQ(last_line(again.output), last_line(output)) << name << words.str() << again.errors;
  }
  EXPECT_GE(deciders.size(), 4U);
}

// What counts, or clears memory, becomes no loop of unknown length.
TEST(Revisiting, WidensNoCounterOfALoopInWhichNothingIsUnknown) {
  const Exploration revisiting(firmware_path("default_cleared"), {"--revisit"});
  EXPECT_EQ(revisiting.stats().at("verdict"), "safe");
  EXPECT_EQ(revisiting.stats().at("forks"), 1);
}

// Who has come round a loop waits for those who come another way.
TEST(Merging, MeetsAtTheHeadOfALoop) {
  const Exploration merging(firmware_path("default_rotated"), {"--merge", "eager"});
  EXPECT_EQ(merging.stats().at("verdict"), "safe");
  EXPECT_EQ(merging.stats().at("forks"), 32);
}

// All values of a byte are 256 paths, however they are explored.
TEST(ByValue, HasThePathsOfEveryValue) {
  const Exploration by_value(firmware_path("default_hailstone"), {"--by-value"});
  EXPECT_EQ(by_value.stats().at("verdict"), "safe");
  EXPECT_EQ(by_value.stats().at("paths"), 256);
}

TEST(Memory, IsCheckedBySeveralProcessesAsByOne) {
  for (const char* bug : {"detect_past_O2", "detect_frame_O0", "detect_freed_Os"}) {
    const Exploration exploration(firmware_path(bug), {"--jobs", "2"});
    EXPECT_EQ(exploration.result().exit_code, kUnsafe) << bug << exploration.result().output;
  }
}

TEST(Memory, IsCheckedByDefaultAndTheBasisSaysHowFar) {
  const std::string safe = firmware_path("detect_hooks_defined");
  const auto basis = [&](const std::string& elf, const Arguments& options) {
    const Exploration exploration(elf, options);
    EXPECT_EQ(exploration.result().exit_code, kSafe) << exploration.result().output;
    const std::string output = exploration.result().output;
    const auto begin = output.find("rests on: "), end = output.find('\n', begin);
    EXPECT_NE(begin, std::string::npos) << output;
    return output.substr(begin, end - begin);
  };
  EXPECT_TRUE(basis(safe, {}).ends_with(", memory checked"));
  EXPECT_TRUE(basis(safe, {"--jobs", "2"}).ends_with(", memory checked"));
  EXPECT_TRUE(basis(safe, {"--check", "memory", "--plain"}).ends_with(", memory checked"));
  EXPECT_TRUE(basis(safe, {"--check", "none"}).ends_with(", memory not checked (--check memory does)"));
  EXPECT_TRUE(basis(safe, {"--plain"}).ends_with(", memory not checked (--check memory does)"));
  EXPECT_TRUE(basis(firmware_path("concrete_stretch"), {}).ends_with(", memory checked"));
  // Without what can be learned of paths that end, a proof of the loop takes longer, and may.
  EXPECT_TRUE(basis(firmware_path("listing_4_10_O1"), {}).ends_with(", memory checked"));
}

}  // namespace
}  // namespace janus::testing
