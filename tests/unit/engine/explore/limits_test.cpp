// Each limit of an exploration, and who says that it was reached.
#include "engine/explore/limits.h"

#include <gtest/gtest.h>

#include <thread>

namespace janus::engine {
namespace {

using Phrase = std::optional<std::string>;

TEST(Limits, NobodyAskedForAreNotReached) {
  LimitWatch watch({}, nullptr);
  EXPECT_EQ(watch.reached({.paths = ~0ULL, .forks = ~0ULL}), std::nullopt);
  EXPECT_EQ(watch.broken_off_by(), std::nullopt);
  EXPECT_FALSE(watch.out_of_time());
  EXPECT_FALSE(watch.measured());
}

TEST(Limits, OfPathsAndForksAreCounted) {
  ExplorationLimits limits;
  limits.paths = 3;
  limits.forks = 5;
  LimitWatch watch(limits, nullptr);
  watch.look() = true;
  EXPECT_EQ(watch.reached({.paths = 2, .forks = 4}), std::nullopt);
  EXPECT_FALSE(watch.look()) << "somebody has looked";
  EXPECT_EQ(watch.reached({.paths = 3, .forks = 4}), Phrase("--max-paths 3 was reached"));
  EXPECT_EQ(watch.reached({.paths = 2, .forks = 5}), Phrase("--max-forks 5 was reached"));
  EXPECT_FALSE(watch.measured()) << "every run does the same";
  EXPECT_EQ(watch.broken_off_by(), std::nullopt);
}

TEST(Limits, OfTimeAreMeasured) {
  ExplorationLimits limits;
  limits.seconds = 1000;
  EXPECT_EQ(LimitWatch(limits, nullptr).reached({}), std::nullopt) << "it has only begun";
  limits.since = std::chrono::steady_clock::now() - std::chrono::seconds(1001);
  LimitWatch watch(limits, nullptr);
  EXPECT_EQ(watch.reached({}), Phrase("--max-time 1000 was reached"));
  EXPECT_EQ(watch.broken_off_by(), Phrase("--max-time 1000 was reached"));
  EXPECT_TRUE(watch.measured());
  EXPECT_LT(watch.elapsed(), 1000) << "of this watch, not of those before";
}

TEST(Limits, OfMemoryAreMeasured) {
  ExplorationLimits limits;
  limits.memory_bytes = 1 << 20;
  LimitWatch watch(limits, nullptr);
  EXPECT_EQ(watch.reached({}), Phrase("--max-memory 1 was reached"));
  EXPECT_TRUE(watch.measured());
  EXPECT_EQ(watch.broken_off_by(), std::nullopt) << "no question is broken off for that";
  limits.memory_bytes = ~0ULL;
  EXPECT_EQ(LimitWatch(limits, nullptr).reached({}), std::nullopt);
}

TEST(Limits, WhoeverInterruptsIsNamedFirst) {
  ExplorationLimits limits;
  limits.seconds = 1;
  limits.since = std::chrono::steady_clock::now() - std::chrono::seconds(2);
  std::atomic<bool> interrupted = false;
  LimitWatch watch(limits, &interrupted);
  EXPECT_EQ(watch.broken_off_by(), Phrase("--max-time 1 was reached"));
  interrupted = true;
  EXPECT_EQ(watch.reached({}), Phrase("interrupted"));
  EXPECT_EQ(watch.broken_off_by(), Phrase("interrupted"));
  EXPECT_TRUE(watch.measured());
}

TEST(Limits, WhoeverInterruptsIsHeardAtOnce) {
  std::atomic<bool> interrupted = false;
  LimitWatch watch({}, &interrupted);
  EXPECT_EQ(watch.reached({}), std::nullopt) << "so the clock is not looked at again for a while";
  interrupted = true;
  EXPECT_EQ(watch.reached({}), Phrase("interrupted"));
}

class InterruptedSolver : public solver::Solver {
 public:
  solver::Answer check(const solver::PathCondition&, term::Term, term::Assignment&) override {
    return solver::Answer::Unknown;
  }
  void interrupt() override { ++interrupts; }
  void set_timeout(double) override {}
  void collect(std::vector<solver::SolverStatistics>&) const override {}

  std::atomic<int> interrupts = 0;
};

TEST(Limits, AWatchdogBreaksOffQuestionsAgainAndAgainOnceTheExplorationHasToEnd) {
  std::atomic<bool> interrupted = false;
  LimitWatch watch({}, &interrupted);
  InterruptedSolver solver;
  const Watchdog dog = watch.guard(solver);
  while (!watch.look()) std::this_thread::yield();
  EXPECT_FALSE(watch.over());
  EXPECT_EQ(solver.interrupts, 0);
  interrupted = true;
  while (solver.interrupts < 2) std::this_thread::yield();
  EXPECT_TRUE(watch.over());
}

}  // namespace
}  // namespace janus::engine
