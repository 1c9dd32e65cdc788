// What a verdict rests on: firmware that a careless machine would call safe, or unsafe, by mistake.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

TEST(Ecalls, OfAKernelAreNoHooksWhateverT0Holds) {
  const std::string elf = firmware_path("trust_yield");
  EXPECT_EQ(janus({"run", elf}).exit_code, 0);
  for (const Arguments& how : {Arguments{}, {"--plain"}, {"--subsume"}, {"--learn"}, {"--summarize"}, {"--merge", "eager"}})
    EXPECT_EQ(Exploration(elf, how).result().exit_code, kSafe) << (how.empty() ? "" : how[0]);
  EXPECT_EQ(Exploration(elf, {"--hooks", "always"}).result().exit_code, kUnsafe);
}

TEST(Ecalls, BehindTheMarkerOfAssemblyAreHooks) {
  const Exploration exploration(firmware_path("trust_marked"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(exploration.result().errors, "");
  expect_replays(exploration);
}

TEST(Ecalls, OfAnElfWithANoteOfTheFirstVersionAreHooksWithAWarning) {
  const Exploration exploration(firmware_path("trust_unmarked"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_NE(exploration.result().errors.find("from before hooks were marked"), std::string::npos);
}

TEST(Ecalls, WithAnUnknownCodeBehindTheMarkerAreAnError) {
  const Exploration exploration(firmware_path("trust_unknown_hook"));
  EXPECT_EQ(exploration.result().exit_code, kUnsafe);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "hook_error");
  EXPECT_EQ(janus({"run", firmware_path("trust_unknown_hook")}).exit_code, 70);
}

// mtimecmp is centuries away: beyond 2^64 picoseconds, which are 213 days.
TEST(Timers, FireHoweverLate) {
  const std::string elf = firmware_path("trust_far_timer");
  EXPECT_EQ(janus({"run", elf}).exit_code, 0);
  EXPECT_EQ(janus({"run", "--quantum", "0", elf}).exit_code, 0);
  EXPECT_EQ(Exploration(elf).result().exit_code, kSafe);
  const Exploration wrong(firmware_path("trust_far_timer_wrong"));
  EXPECT_EQ(wrong.result().exit_code, kUnsafe);
  expect_replays(wrong);
}

}  // namespace
}  // namespace janus::testing
