// Trying every value: --enumerate, and the same verdicts by the plain exploration, which has terms and a solver.
#include <gtest/gtest.h>

#include <string>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

std::string elf(const std::string& name) { return firmware_path("enumerated_" + name); }

struct Wanted {
  const char* firmware;
  const char* verdict;
  std::uint64_t runs;  // 0: those up to a violation
};

class Enumerate : public ::testing::TestWithParam<Wanted> {};

TEST_P(Enumerate, RunsEveryValueOnceAndDecidesAsThePlainExploration) {
  const auto [firmware, verdict, runs] = GetParam();
  const Exploration exploration(elf(firmware), {"--enumerate"});
  EXPECT_EQ(exploration.stats().at("verdict"), verdict) << exploration.result().output;
  if (runs > 0) {
    EXPECT_EQ(exploration.stats().at("techniques").at("enumerate").at("runs"), runs);
  }
  expect_replays(exploration);
}

INSTANTIATE_TEST_SUITE_P(SixteenBits, Enumerate,
                         ::testing::Values(Wanted{"hailstone", "safe", 65535}, Wanted{"hailstone_bug", "unsafe", 0}));

// Few enough paths for an exploration with a path for each value.
class EnumerateFew : public Enumerate {};

TEST_P(EnumerateFew, DecidesAsByValue) {
  const auto [firmware, verdict, runs] = GetParam();
  const Exploration exploration(elf(firmware), {"--by-value", "--symbolic-address", "fork"});
  EXPECT_EQ(exploration.stats().at("verdict"), verdict) << exploration.result().output;
}

const Wanted kFew[] = {{"lengths", "safe", 1 + 256 + 65536},
                       {"lengths_bug", "unsafe", 0},
                       {"assumed", "safe", 700 * 60},
                       {"assumed_bug", "unsafe", 0},
                       {"stays", "safe", 65536},
                       {"clock", "safe", 256},
                       {"clock_bug", "unsafe", 0}};
INSTANTIATE_TEST_SUITE_P(Programs, Enumerate, ::testing::ValuesIn(kFew));
INSTANTIATE_TEST_SUITE_P(Programs, EnumerateFew, ::testing::ValuesIn(kFew));

struct Refused {
  const char* firmware;
  const char* why;
};

class NotEnumerated : public ::testing::TestWithParam<Refused> {};

TEST_P(NotEnumerated, IsUnknownAndSaysWhy) {
  const Exploration exploration(elf(GetParam().firmware), {"--enumerate", "--max-instructions", "20000"});
  EXPECT_EQ(exploration.stats().at("verdict"), "unknown");
  EXPECT_NE(exploration.result().output.find(GetParam().why), std::string::npos) << exploration.result().output;
  EXPECT_EQ(exploration.result().errors.find("nothing is symbolic"), std::string::npos) << exploration.result().errors;
}

INSTANTIATE_TEST_SUITE_P(Programs, NotEnumerated,
                         ::testing::Values(Refused{"peeks", "needs more than a concrete hart"},
                                           Refused{"too_many", "too many values"},
                                           Refused{"endless", "does not end well"}));

TEST(NotEnumerated, WithWhatNeedsTerms) {
  const Exploration exploration(elf("clock"), {"--enumerate", "--merge", "eager"});
  EXPECT_EQ(exploration.result().exit_code, 64);
  EXPECT_NE(exploration.result().errors.find("--enumerate cannot be combined with --merge"), std::string::npos)
      << exploration.result().errors;
}

}  // namespace
}  // namespace janus::testing
