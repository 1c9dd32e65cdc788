// Who gets on faster than the plain exploration, and whose turn is next.
#include "engine/explore/contender.h"

#include <gtest/gtest.h>

namespace janus::engine {
namespace {

class Leading : public ::testing::Test {
 protected:
  static void explore(Contender& contender, double spent, double progress) {
    contender.spent = spent;
    contender.forecast.observe(spent, progress);
  }
  Leading() {
    for (double spent = 1; spent <= 8; spent *= 2) explore(plain, spent, spent / 16);
  }
  Contender plain, other;
};

TEST_F(Leading, IsWhoNeedsHalfTheTimeForTheSameFractionAndStaysAhead) {
  explore(other, 1, 0.2);  // for which the plain exploration needs more than 2
  EXPECT_TRUE(other.leads(plain));
  explore(other, 3, 0.3);
  EXPECT_TRUE(other.leads(plain));
  explore(other, 5, 0.3);
  EXPECT_FALSE(other.leads(plain));  // was overtaken
}

TEST_F(Leading, IsWhoHasHalfAsMuchLeftAfterTheSameTime) {
  explore(other, 6, 0.7);
  EXPECT_FALSE(other.leads(plain));
  explore(other, 7, 0.8);
  EXPECT_TRUE(other.leads(plain));
}

TEST_F(Leading, LastsNoLongerThanThePlainExploration) {
  explore(other, 1, 0.9);
  EXPECT_TRUE(other.leads(plain));
  explore(other, 8, 0.95);
  EXPECT_FALSE(other.leads(plain));
}

TEST_F(Leading, IsNobodyWhoMergesOrSkipsOrHasEnded) {
  explore(other, 1, 0.5);
  other.config.merging = Merging::Eager;
  EXPECT_FALSE(other.leads(plain));
  other.config.merging = Merging::None;
  other.config.searcher = "mixed";
  EXPECT_FALSE(other.leads(plain));
  other.config.searcher = "dfs";
  EXPECT_TRUE(other.leads(plain));
  other.ended = true;
  EXPECT_FALSE(other.leads(plain));
  Contender revisiting;
  explore(revisiting, 1, 1.5);  // no fraction of a tree
  EXPECT_FALSE(revisiting.leads(plain));
}

// Seconds of a contender that is preferred count less, until it has had enough of them.
TEST(WeightedSeconds, CountInFullOnceABetIsLost) {
  Contender usual, preferred;
  preferred.weight = schedule::kRevisitWeight;
  usual.spent = preferred.spent = schedule::kPreferredSeconds;
  EXPECT_DOUBLE_EQ(usual.weighted_seconds(), schedule::kPreferredSeconds);
  EXPECT_DOUBLE_EQ(preferred.weighted_seconds(), schedule::kRevisitWeight * schedule::kPreferredSeconds);
  const double bet = preferred.weighted_seconds();
  preferred.spent += 3;
  EXPECT_DOUBLE_EQ(preferred.weighted_seconds(), bet + 3 * schedule::kWeightOnceLong);
  Contender slow;
  slow.weight = schedule::kSlowWeight;
  slow.spent = 5;
  EXPECT_DOUBLE_EQ(slow.weighted_seconds(), 5 * schedule::kSlowWeight);
}

}  // namespace
}  // namespace janus::engine
