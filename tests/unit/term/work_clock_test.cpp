#include "term/work_clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace janus::term {
namespace {

using namespace std::chrono_literals;

TEST(WorkClock, GoesOnByWhatIsDoneAndByNothingElse) {
  const auto begin = WorkClock::now();
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(WorkClock::now(), begin);
  spend(Work::Fork);
  spend(Work::Conjunct, 1000);
  const WorkClock::duration work(nanoseconds(Work::Fork) + 1000 * nanoseconds(Work::Conjunct));
  EXPECT_EQ(WorkClock::now() - begin, work);
  EXPECT_DOUBLE_EQ(WorkClock::seconds_since(begin), std::chrono::duration<double>(work).count());
}

TEST(WorkClock, IsTheThreadsOwn) {
  const auto begin = WorkClock::now();
  std::jthread([] { spend(Work::Fork); }).join();
  EXPECT_EQ(WorkClock::now(), begin);
}

TEST(WorkClock, TellsTheTimeAfterSecondsIfThatEverComes) {
  EXPECT_EQ(WorkClock::after(2.5) - WorkClock::now(), 2500ms);
  for (const double never : {0.0, -1.0, 1e10, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(WorkClock::after(never), WorkClock::time_point::max()) << never;
  }
}

TEST(WorkClock, TellsHowOftenSomethingCanBeDoneUntilThen) {
  const auto now = WorkClock::now();
  EXPECT_EQ(times_until(now + std::chrono::nanoseconds(10 * nanoseconds(Work::Z3Step)), Work::Z3Step), 10U);
  EXPECT_EQ(times_until(now - 1s, Work::Z3Step), 1U) << "none would mean that there is no limit";
  EXPECT_EQ(times_until(WorkClock::time_point::max(), Work::Z3Step), 0U);
  EXPECT_EQ(times_until(now + std::chrono::hours(1000), Work::Z3Step), 0U) << "more than Z3 can count";
}

}  // namespace
}  // namespace janus::term
