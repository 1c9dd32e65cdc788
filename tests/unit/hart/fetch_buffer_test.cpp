// The prefetcher's arithmetic of events against a simulation of each cycle.
#include "hart/fetch_buffer.h"

#include <gtest/gtest.h>

#include "hart/timing.h"
#include "testing/random.h"

namespace janus::hart {
namespace {

// As the header says it, cycle by cycle.
class Slow {
 public:
  explicit Slow(const TimingProfile& timing) : timing_(timing) {}

  struct Cycle {
    bool flushes = false;
    std::uint32_t target = 0, takes = 0;  // takes: words
    bool data = false;                    // memory is busy with them, or they come first
  };

  std::uint32_t pass(const Cycle& cycle) {
    const bool begins = left_ == 0 && !cycle.data && (cycle.flushes || count_ < timing_.prefetch.words);
    if (cycle.flushes) next_ = cycle.target & ~3U;
    if (begins) {
      left_ = 1 + timing_.fetch_wait(next_);
      next_ += 4;
      wanted_ = true;
    } else if (cycle.flushes) {
      wanted_ = false;
    }
    count_ = cycle.flushes ? 0 : count_ - cycle.takes;
    if (left_ > 0 && --left_ == 0 && wanted_) ++count_;
    return 1;
  }

  void begin_at(std::uint32_t pc) { next_ = pc & ~3U; }

  // The cycles that an instruction takes, its fetch included.
  std::uint32_t run(std::uint32_t pc, std::uint32_t bytes, std::uint32_t cycles, std::uint32_t port, bool transfers,
                    std::uint32_t target) {
    const std::uint32_t needed = (pc % 4 + bytes + 3) / 4;
    std::uint32_t time = 0;
    while (count_ < needed) time += pass({});
    std::uint32_t takes = (pc + bytes) / 4 - pc / 4;
    const auto next = [&](bool data, bool flushes) {
      time += pass({.flushes = flushes, .target = target, .takes = takes, .data = data});
      takes = 0;
    };
    for (std::uint32_t i = 0; i < cycles; ++i) {
      const bool data = i + port >= cycles;
      if (data && i + port == cycles) {
        while (left_ > 0) next(true, false);
      }
      next(data, transfers && i + 1 == cycles);
    }
    return time;
  }

 private:
  const TimingProfile& timing_;
  std::uint32_t count_ = 0, left_ = 0, next_ = 0;
  bool wanted_ = false;
};

TEST(FetchBuffer, TakesWhatASimulationOfEachCycleTakes) {
  testing::Random random(7);
  for (unsigned i = 0; i < 200; ++i) {
    TimingProfile timing;
    timing.prefetch = {.words = 2 + random.below(5), .wait = random.below(5), .shared = random.one_in(2)};
    if (random.one_in(2)) timing.regions.push_back({"flash", 0x8000'0100, 0x200, 1, 1 + random.below(4)});
    FetchBuffer fast;
    Slow slow(timing);
    std::uint32_t pc = 0x8000'0000 + 2 * random.below(512);
    slow.begin_at(pc);
    for (unsigned n = 0; n < 200; ++n) {
      if (random.one_in(16)) {  // nothing executes, in wfi
        const std::uint32_t pause = random.below(20);
        fast.pass(timing, pause, pc);
        for (std::uint32_t j = 0; j < pause; ++j) slow.pass({});
      }
      const std::uint32_t bytes = random.one_in(2) ? 2 : 4, cycles = 1 + random.below(random.one_in(4) ? 40 : 4);
      const bool transfers = random.one_in(4);
      const bool accesses = timing.prefetch.shared && !transfers && random.one_in(2);
      const std::uint32_t port = accesses ? 1 + random.below(cycles) : 0;
      const std::uint32_t next = transfers ? 0x8000'0000 + 2 * random.below(512) : pc + bytes;
      const std::uint32_t stall = fast.await(timing, pc, bytes);
      const std::uint32_t waited = fast.execute(timing, {pc, pc + bytes, next, transfers, cycles, port});
      ASSERT_EQ(stall + cycles + waited, slow.run(pc, bytes, cycles, port, transfers, next))
          << "profile " << i << ", instruction " << n;
      pc = next;
    }
  }
}

TEST(FetchBuffer, IsTheSameWhereverItGoesOnFromTheSame) {
  TimingProfile timing;
  timing.prefetch = {.words = 2, .wait = 1};
  FetchBuffer a, b;
  a.pass(timing, 100, 0x8000'0000);
  b.pass(timing, 4, 0x9000'0000);
  EXPECT_EQ(a, b) << "both are full";
  FetchBuffer c;
  c.pass(timing, 3, 0x8000'0000);
  EXPECT_FALSE(a == c);
  EXPECT_EQ(FetchBuffer().await(timing, 0x8000'0000, 4), 2U);
  EXPECT_EQ(FetchBuffer().await(timing, 0x8000'0002, 4), 4U) << "an instruction in two words";
}

}  // namespace
}  // namespace janus::hart
