// What is going on is what was begun last, on the thread that works.
#include "support/activity.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "support/activity_sampler.h"

namespace janus::support {
namespace {

TEST(Activities, EndWithTheirScope) {
  InActivity::become(Activity::Other);
  {
    const InActivity executing(Activity::Executing);
    {
      const InActivity forking(Activity::Forking);
      EXPECT_EQ(InActivity::now(), Activity::Forking);
    }
    EXPECT_EQ(InActivity::now(), Activity::Executing);
  }
  EXPECT_EQ(InActivity::now(), Activity::Other);
}

TEST(Activities, GoOnBehindThoseOfAnotherThread) {
  const InActivity solving(Activity::Solving);
  std::thread other([] { InActivity::become(Activity::Comparing); });
  other.join();
  EXPECT_EQ(InActivity::now(), Activity::Comparing) << "of the thread that has worked last";
  InActivity::go_on();
  EXPECT_EQ(InActivity::now(), Activity::Solving);
}

TEST(Activities, AreSeenBySamples) {
  constexpr std::chrono::milliseconds kLong{400};  // some hundred samples, of which one is enough
  const InActivity forking(Activity::Forking);
  ActivitySampler sampler;
  std::this_thread::sleep_for(kLong);
  const ActivitySampler::Counts& counts = sampler.finish();
  const auto seen = counts[static_cast<std::size_t>(Activity::Forking)];
  EXPECT_GT(seen, 0U);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), seen) << "and nothing else";
}

}  // namespace
}  // namespace janus::support
