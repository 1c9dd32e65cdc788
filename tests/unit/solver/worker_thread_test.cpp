// Jobs on a thread of their own: waited for, or gone away from.
#include "solver/worker_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>

namespace janus::solver {
namespace {

using std::chrono::milliseconds;

TEST(WorkerThread, RunsOneJobAfterTheOther) {
  WorkerThread thread;
  int sum = 0;
  for (int i = 1; i <= 100; ++i) {
    ASSERT_TRUE(thread.run([&sum, i] { sum += i; }, [] { return milliseconds(100); }));
  }
  EXPECT_EQ(sum, 5050);
}

TEST(WorkerThread, HasLetGoOfWhatBelongsToAJobOnceItIsDone) {
  WorkerThread thread;
  const auto belongs = std::make_shared<int>(0);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(thread.run([belongs] { ++*belongs; }, [] { return milliseconds(100); }));
    ASSERT_EQ(belongs.use_count(), 1);
  }
}

TEST(WorkerThread, AsksForPatienceAsLongAsAJobTakes) {
  WorkerThread thread;
  std::promise<void> may_end;
  int asked = 0;
  const auto patience = [&]() -> std::chrono::nanoseconds {
    if (++asked == 5) may_end.set_value();
    return milliseconds(1);
  };
  EXPECT_TRUE(thread.run([ends = may_end.get_future().share()] { ends.wait(); }, patience));
  EXPECT_GE(asked, 5);
}

TEST(WorkerThread, LeavesAJobThatDoesNotEndToItself) {
  std::promise<void> may_end, has_ended;
  std::future<void> ended = has_ended.get_future();
  {
    WorkerThread thread;
    auto job = [ends = may_end.get_future().share(),
                promise = std::make_shared<std::promise<void>>(std::move(has_ended))] {
      ends.wait();
      promise->set_value();
    };
    int patience = 3;
    EXPECT_FALSE(thread.run(std::move(job), [&] { return milliseconds(--patience); }));
    EXPECT_TRUE(WorkerThread::any_abandoned());
  }
  may_end.set_value();
  ended.wait();
}

}  // namespace
}  // namespace janus::solver
