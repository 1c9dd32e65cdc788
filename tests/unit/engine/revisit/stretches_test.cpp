// Stretches of a path are as many as its forks, and go when the path does.
#include "engine/revisit/stretches.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace janus::engine
