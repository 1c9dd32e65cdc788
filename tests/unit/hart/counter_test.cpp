// The counter that follows a clock.
#include <gtest/gtest.h>

#include "hart/architectural_state.h"
#include "testing/random.h"

namespace janus::hart {
namespace {

// Compared with a counter that counts each tick.
TEST(Counter, BehavesAsIfTickedOneByOne) {
  testing::Random random(80);
  for (int round = 0; round < 100; ++round) {
    Counter counter;
    std::uint64_t clock = 0, ticked = 0;
    bool stopped = false;
    for (int step = 0; step < 50; ++step) {
      switch (random.below(3)) {
        case 0:
          ticked = random.word64();
          counter.write(ticked, clock);
          break;
        case 1:
          stopped = random.one_in(2);
          counter.stop(stopped, clock);
          break;
        default:
          for (std::uint32_t ticks = random.below(1000); ticks > 0; --ticks) {
            ++clock;
            ticked += !stopped;
          }
      }
      ASSERT_EQ(counter.at(clock), ticked);
    }
  }
}

}  // namespace
}  // namespace janus::hart
