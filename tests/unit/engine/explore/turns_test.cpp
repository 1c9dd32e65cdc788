#include "engine/explore/turns.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "term/work_clock.h"

namespace janus::engine {
namespace {

using term::Work;

// Writes a letter for each microsecond of counted work.
void write(std::string& log, char letter, int times) {
  for (int i = 0; i < times; ++i) {
    log += letter;
    term::WorkClock::spend(std::chrono::microseconds(1));
  }
}

TEST(JobInTurns, StopsInTheMiddleAndGoesOnThere) {
  std::string log;
  JobInTurns a([&] { write(log, 'a', 5); }), b([&] { write(log, 'b', 3); });
  EXPECT_EQ(log, "") << "nothing happens before the first turn";
  EXPECT_FALSE(a.advance(2e-6));
  EXPECT_FALSE(b.advance(1e-6));
  EXPECT_EQ(log, "aab");
  EXPECT_DOUBLE_EQ(a.spent(), 2e-6);
  EXPECT_TRUE(b.advance(1));
  EXPECT_TRUE(a.advance(1));
  EXPECT_EQ(log, "aabbbaaa");
  EXPECT_DOUBLE_EQ(a.spent(), 5e-6);
}

TEST(JobInTurns, CountsItsOwnTimeAlone) {
  const auto before = term::WorkClock::now();
  JobInTurns job([] { spend(Work::Fork, 1000); });
  EXPECT_TRUE(job.advance(1));
  EXPECT_EQ(term::WorkClock::now(), before);
}

TEST(JobInTurns, PassesOnWhatTheJobThrows) {
  JobInTurns job([] {
    spend(Work::Fork);
    throw std::runtime_error("no");
  });
  EXPECT_FALSE(job.advance(1e-9));
  EXPECT_THROW(job.advance(1), std::runtime_error);
  EXPECT_TRUE(job.ended());
}

TEST(JobInTurns, IsFinishedByItsDestructor) {
  std::string log;
  {
    JobInTurns job([&] { write(log, 'a', 3); });
    job.advance(1e-6);
  }
  EXPECT_EQ(log, "aaa");
}

TEST(JobInTurns, DoesNotStopWhereItMustNotBeInterrupted) {
  std::string log;
  JobInTurns job([&] {
    {
      const term::WorkClock::Uninterrupted whole;
      write(log, 'a', 3);
    }
    write(log, 'b', 3);
  });
  EXPECT_FALSE(job.advance(1e-6));
  EXPECT_EQ(log, "aaab");
}

}  // namespace
}  // namespace janus::engine
