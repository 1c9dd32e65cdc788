// When learning hands back, on a counted clock.
#include "engine/learn/learning_pace.h"

#include <gtest/gtest.h>

namespace janus::engine {
namespace {

// Explores for so many turns of a counted millisecond each, which end those parts of the tree. Returns how many of them
// ran without learning.
int explore(LearningPace& pace, int turns, double with, double without) {
  int alone = 0;
  for (int i = 0; i < turns; ++i) {
    const bool is_alone = pace.tries_without();
    alone += is_alone;
    term::WorkClock::spend(std::chrono::milliseconds(1));
    pace.ended(is_alone ? without : with);
  }
  return alone;
}

TEST(LearningPaces, TryWithoutAfterAWhileAndHandBackWhatDoesNotPay) {
  LearningPace pace;
  EXPECT_EQ(explore(pace, 490, 0, 0), 0);
  EXPECT_FALSE(pace.is_lost());
  EXPECT_GT(explore(pace, 500, 1e-6, 1e-6), 100);
  EXPECT_TRUE(pace.is_lost());
  EXPECT_EQ(explore(pace, 10, 0, 0), 0) << "nobody is asked any more";
}

TEST(LearningPaces, GoOnWithWhatPaysAndTryAgainLater) {
  LearningPace pace;
  explore(pace, 1000, 1e-4, 1e-6);
  EXPECT_FALSE(pace.is_lost());
  EXPECT_EQ(explore(pace, 1500, 1e-4, 1e-6), 0) << "the next trial comes after four times as long";
  explore(pace, 3000, 1e-9, 1e-6);
  EXPECT_TRUE(pace.is_lost());
}

TEST(LearningPaces, HandBackWhereNobodyGetsOn) {
  LearningPace pace;
  explore(pace, 1000, 0, 0);
  EXPECT_TRUE(pace.is_lost());
}

TEST(LearningPaces, HaveHalfOfTheTimeForQuestions) {
  LearningPace pace;
  EXPECT_TRUE(pace.may_ask());
  pace.asked(0.2);
  EXPECT_TRUE(pace.may_ask());
  pace.asked(0.1);
  EXPECT_FALSE(pace.may_ask());
  explore(pace, 1000, 1e-4, 1e-6);
  EXPECT_TRUE(pace.may_ask()) << "after the trial";
}

}  // namespace
}  // namespace janus::engine
