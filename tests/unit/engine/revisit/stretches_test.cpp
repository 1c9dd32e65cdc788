// Stretches of a path are as many as its forks, and go when the path does.
#include "engine/revisit/stretches.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/random.h"

namespace janus::engine {
namespace {

TEST(Stretches, OfALongPathEndWithoutARecursion) {
  constexpr unsigned kMany = 1'000'000;  // each frame of a recursion takes more than the eight bytes that a stack has
  const ExecutionState state{Memory(0x1000)};
  std::shared_ptr<Stretch> last, middle;
  for (unsigned i = 0; i < kMany; ++i) {
    last = std::make_shared<Stretch>(last, state);
    if (i == kMany / 2) middle = last;
  }
  EXPECT_EQ(last->depth, kMany - 1);
  last.reset();
  EXPECT_TRUE(middle->before) << "what another path has stays";
}

// A path that ends because of a visit on the same path goes round to it; all others are not known. The oracle goes back
// one stretch after the other.
TEST(Stretches, KnowWhichOthersAreOnTheirPath) {
  const ExecutionState state{Memory(0x1000)};
  testing::Random random(3);
  std::vector<std::shared_ptr<Stretch>> all{std::make_shared<Stretch>(nullptr, state)};
  std::vector<std::size_t> before{0};
  unsigned on_path = 0;
  while (all.size() < 3000) {
    const std::size_t late = all.size() - 1 - random.below(std::min<std::uint64_t>(all.size(), 4));
    before.push_back(random.one_in(9) ? random.below(all.size()) : late);
    all.push_back(std::make_shared<Stretch>(all[before.back()], state));
    const std::size_t other = random.below(all.size());
    std::size_t at = all.size() - 1;
    while (at > other) at = before[at];
    all.back()->ends_because_of(*all[other]);
    EXPECT_EQ(all.back()->unknown, at != other);
    if (at != other) continue;
    EXPECT_EQ(all.back()->goes_round_to, all[other]->depth);
    ++on_path;
  }
  EXPECT_GT(on_path, 100U);
  EXPECT_LT(on_path, 2900U);
}

}  // namespace
}  // namespace janus::engine
