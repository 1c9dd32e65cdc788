// Paths that repeat themselves for ever, and paths that only seem to.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Repeats : public ::testing::TestWithParam<std::string> {};

TEST_P(Repeats, IsAnEndOfItsOwnAndAFailureIfAsked) {
  const std::string firmware = firmware_path(GetParam());
  for (const Arguments& how : {Arguments{},
                               {"--plain"},
                               {"--plain", "--concrete-stretches", "off"},
                               {"--searcher", "mixed"},
                               {"--plain", "--timing", "cv32e40p"}}) {
    const Exploration exploration(firmware, how);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
    EXPECT_NE(exploration.result().errors.find("repeats itself for ever"), std::string::npos);
    EXPECT_EQ(exploration.stats().at("ended").at("repeats"), 1);
  }
  const Exploration found(firmware, {"--check", "endless"});
  EXPECT_EQ(found.result().exit_code, kUnsafe) << found.result().output;
  EXPECT_EQ(found.findings().at(0).at("reason"), "repeats");
  expect_replays(found);
  const Exploration tried(firmware, {"--enumerate", "--check", "endless"});
  EXPECT_EQ(tried.findings().at(0).at("reason"), "repeats");
  expect_replays(tried);
  const Exploration every(firmware, {"--plain", "--all", "--test-cases", "all"});
  EXPECT_EQ(every.cases().size(), 2U);
  expect_replays(every);
}

INSTANTIATE_TEST_SUITE_P(All, Repeats, ::testing::Values("repeats_polls", "repeats_computes"),
                         [](const auto& row) { return row.param; });

// What it left behind when it began again is gone, so its states come back. With a look at each path alone, they would
// be too many.
TEST(BeginsAgain, IsDecided) {
  const Exploration safe(firmware_path("begins_again"), {"--revisit", "--max-forks", "1000"});
  EXPECT_EQ(last_line(safe.result().output), "safe") << safe.result().output;
  for (const Arguments& how : {Arguments{}, {"--revisit"}, {"--learn"}}) {
    const Exploration unsafe(firmware_path("begins_again_unsafe"), how);
    EXPECT_EQ(last_line(unsafe.result().output), "unsafe") << unsafe.result().output;
    expect_replays(unsafe);
  }
}

class OnlySeemsToRepeat : public ::testing::TestWithParam<std::string> {};

// Each waits for longer than the exploration waits before it looks.
TEST_P(OnlySeemsToRepeat, AndEnds) {
  for (const Arguments& how :
       {Arguments{"--check", "endless"}, {"--plain"}, {"--plain", "--concrete-stretches", "off"}}) {
    const Exploration exploration(firmware_path(GetParam()), how);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
    EXPECT_EQ(exploration.stats().at("ended").at("repeats"), 0);
    EXPECT_GT(exploration.stats().at("instructions"), 150'000U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OnlySeemsToRepeat,
                         ::testing::Values("repeats_waitsfortimer", "repeats_waitsforcycles", "repeats_waitsfortime",
                                           "repeats_longforcycles", "repeats_longfortime"),
                         [](const auto& row) { return row.param; });

using NeverTheSame = ::testing::Test;

TEST_F(NeverTheSame, IsNoRepetition) {
  for (const char* firmware : {"repeats_counts", "repeats_asks"}) {
    const Exploration exploration(firmware_path(firmware), {"--plain", "--max-instructions", "150000"});
    EXPECT_EQ(last_line(exploration.result().output), "unknown") << exploration.result().output;
    EXPECT_EQ(exploration.stats().at("ended").at("repeats"), 0);
  }
}

// Concrete stretches look for rounds that are long.
TEST_F(NeverTheSame, ButLongRoundsAre) {
  const std::string firmware = firmware_path("repeats_longrounds");
  for (const char* stretches : {"on", "off"}) {
    for (const char* check : {"none", "memory", "endless"}) {
      const Exploration exploration(
          firmware, {"--plain", "--concrete-stretches", stretches, "--check", check, "--max-instructions", "10000000"});
      EXPECT_EQ(exploration.stats().at("ended").at("repeats"), 1) << exploration.result().output;
      EXPECT_GT(exploration.stats().at("instructions"), 2'000'000U);
      if (exploration.result().exit_code == kUnsafe) expect_replays(exploration);
    }
  }
}

// Firmware that serves its UART for ever comes to a verdict.
TEST_F(NeverTheSame, ButAServerAtRestIsOne) {
  const Exploration exploration(firmware_path("repeats_polls"), {"--symbolic", "uart=4"});
  EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
}

// The paths of what repeats itself have no end for the others, so they never call it safe.
TEST_F(NeverTheSame, AndNoTechniqueTakesARepetitionForAnEnd) {
  for (const Arguments& how :
       {Arguments{"--summarize"}, {"--subsume"}, {"--revisit"}, {"--merge", "eager"}, {"--merge", "careful"}}) {
    for (const char* firmware : {"repeats_polls", "repeats_computes"}) {
      Arguments options{"--check", "endless", "--max-instructions", "150000"};
      options.insert(options.end(), how.begin(), how.end());
      const Exploration exploration(firmware_path(firmware), options);
      EXPECT_EQ(last_line(exploration.result().output), "unknown") << firmware << ::testing::PrintToString(how);
    }
  }
}

// Behind an input, a state may be one that was there before, or was widened: an endless protocol is safe. What repeats
// itself without an input is not, wherever it lies.
TEST_F(NeverTheSame, AndAnInputInEachRoundIsNoRepetition) {
  for (const char* firmware : {"repeats_asks", "repeats_sums"}) {
    const Exploration asks(firmware_path(firmware), {"--check", "all"});
    EXPECT_EQ(last_line(asks.result().output), "safe") << asks.result().output;
  }
  for (const char* widen : {"off", "on"}) {
    const Arguments how{"--revisit", "--revisit-widen", widen, "--check", "endless", "--max-instructions", "6000"};
    const Exploration asks(firmware_path("repeats_asks"), how);
    EXPECT_EQ(last_line(asks.result().output), "safe") << asks.result().output;
    for (const char* firmware : {"repeats_later", "repeats_alternates"}) {
      const Exploration hidden(firmware_path(firmware), how);
      EXPECT_EQ(last_line(hidden.result().output), "unknown") << firmware << hidden.result().output;
    }
  }
  for (const char* firmware : {"repeats_later", "repeats_alternates"}) {
    Exploration found(firmware_path(firmware), {"--check", "endless"});
    EXPECT_EQ(found.result().exit_code, kUnsafe) << firmware << found.result().output;
  }
}

// A length of 0 in one of the inputs: the path knows its value, so the sum that selects the next element is the same.
TEST(AListOfLengths, RepeatsItselfBehindAnElementWithoutALength) {
  for (const Arguments& how : {Arguments{}, {"--plain", "--symbolic-address", "fork"}}) {
    Arguments options{"--check", "memory,endless", "--max-time", "60"};
    options.insert(options.end(), how.begin(), how.end());
    const Exploration exploration(firmware_path("repeats_list"), options);
    EXPECT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
    ASSERT_EQ(exploration.findings().size(), 1U);
    EXPECT_EQ(exploration.findings()[0].at("reason"), "repeats");
    expect_replays(exploration);
  }
}

TEST_F(NeverTheSame, AndWhatTheTechniquesMissIsRefused) {
  const auto result = janus({"explore", firmware_path("repeats_polls"), "--check", "endless", "--learn"});
  EXPECT_EQ(result.exit_code, 64) << result.errors;
}

}  // namespace
}  // namespace janus::testing
