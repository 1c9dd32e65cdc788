// Timing profiles: the text form, its errors, and the arithmetic of simulated time.
#include "hart/timing.h"

#include <gtest/gtest.h>

#include "support/error.h"
#include "testing/command.h"

namespace janus::hart {
namespace {

using isa::TimingClass;

std::string error_of(const std::string& text) {
  try {
    parse_timing_profile(text, "core.timing");
  } catch (const support::InputError& error) {
    EXPECT_GE(error.code(), 64);
    return error.what();
  }
  return "no error";
}

TEST(TimingProfiles, EmptyTextIsTheBuiltInProfileUnderItsOwnName) {
  const TimingProfile profile = parse_timing_profile("", "mine");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.cycles, TimingProfile{}.cycles);
  EXPECT_EQ(profile.clock_hz, TimingProfile{}.clock_hz);
}

TEST(TimingProfiles, EveryKeyIsReadAndTheRestKeepsItsValue) {
  const TimingProfile profile = parse_timing_profile(
      "# a core\n name = tiny # comment\n\nclock_hz=50000000\r\nalu = 2\nmultiply=5\ndivide =40\nload=3\nstore=4\n"
      "branch=6\njump=7\njump_register=8\ncsr=9\natomic=10\nfence=11\nsystem=12\ntaken_branch=0\nmemory=13\n"
      "device=14\ntrap=15",
      "core.timing");
  EXPECT_EQ(profile.name, "tiny");
  EXPECT_EQ(profile.clock_hz, 50'000'000U);
  EXPECT_EQ(profile.of(TimingClass::Alu), 2U);
  EXPECT_EQ(profile.of(TimingClass::Multiply), 5U);
  EXPECT_EQ(profile.of(TimingClass::Divide), 40U);
  EXPECT_EQ(profile.of(TimingClass::Load), 3U);
  EXPECT_EQ(profile.of(TimingClass::Store), 4U);
  EXPECT_EQ(profile.of(TimingClass::Branch), 6U);
  EXPECT_EQ(profile.of(TimingClass::Jump), 7U);
  EXPECT_EQ(profile.of(TimingClass::JumpRegister), 8U);
  EXPECT_EQ(profile.of(TimingClass::Csr), 9U);
  EXPECT_EQ(profile.of(TimingClass::Atomic), 10U);
  EXPECT_EQ(profile.of(TimingClass::Fence), 11U);
  EXPECT_EQ(profile.of(TimingClass::System), 12U);
  EXPECT_EQ(profile.taken_branch, 0U);
  EXPECT_EQ(profile.memory, 13U);
  EXPECT_EQ(profile.device, 14U);
  EXPECT_EQ(profile.trap, 15U);
}

TEST(TimingProfiles, ErrorsNameTheFileTheLineAndTheReason) {
  EXPECT_EQ(error_of("alu = 1\nturbo = 1"), "core.timing:2: unknown key 'turbo'");
  EXPECT_EQ(error_of("alu"), "core.timing:1: expected 'key = value'");
  for (const char* bad : {"alu = 0", "alu = -1", "alu = ", "alu = 1x", "alu = 99999999999", "alu = 1000001",
                          "clock_hz = 0", "clock_hz = 3000", "memory = fast", "= 1", "alu = 1 2"}) {
    const std::string error = error_of(bad);
    EXPECT_EQ(error.rfind("core.timing:1: ", 0), 0U) << bad << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST(TimingProfiles, AreLoadedByNameOrFromAFile) {
  EXPECT_EQ(load_timing_profile("default").name, "default");
  const testing::TemporaryDirectory directory;
  testing::write_file(directory.file("slow.timing"), std::string("alu = 9\n"));
  EXPECT_EQ(load_timing_profile(directory.file("slow.timing")).of(TimingClass::Alu), 9U);
  EXPECT_THROW(load_timing_profile(directory.file("absent")), support::InputError);
  EXPECT_THROW(load_timing_profile("no such profile"), support::InputError);
}

TEST(TimingProfiles, TimeAndCyclesConvertBothWays) {
  TimingProfile profile;
  profile.clock_hz = 50'000'000;
  EXPECT_EQ(profile.period(), 20'000U);
  EXPECT_EQ(profile.time_at(3), 60'000U);
  EXPECT_EQ(profile.cycle_at(60'000), 3U);
  EXPECT_EQ(profile.cycle_at(60'001), 4U) << "the first cycle that is not before";
  EXPECT_EQ(profile.mtime_at(4), 0U);
  EXPECT_EQ(profile.mtime_at(5), 1U);
}

}  // namespace
}  // namespace janus::hart
