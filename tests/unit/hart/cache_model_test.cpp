// Caches: which accesses hit, which line is replaced, and that copies are independent.
#include "hart/cache_model.h"

#include <gtest/gtest.h>

#include <list>
#include <map>

#include "testing/random.h"

namespace janus::hart {
namespace {

constexpr CacheGeometry kTwoWays{.size = 128, .ways = 2, .line = 16};  // 4 sets

TEST(CacheState, HitsWhatWasUsedLatestInItsSet) {
  CacheState cache;
  EXPECT_FALSE(cache.contains(kTwoWays, 0x100));
  EXPECT_FALSE(cache.access(kTwoWays, 0x100, false).hit);
  EXPECT_TRUE(cache.access(kTwoWays, 0x10f, false).hit) << "the same line";
  EXPECT_FALSE(cache.access(kTwoWays, 0x110, false).hit) << "the next set";
  EXPECT_FALSE(cache.access(kTwoWays, 0x140, false).hit) << "the other way";
  EXPECT_TRUE(cache.access(kTwoWays, 0x100, false).hit);
  EXPECT_FALSE(cache.access(kTwoWays, 0x180, false).hit) << "replaces 0x140, not used for longest";
  EXPECT_TRUE(cache.contains(kTwoWays, 0x100));
  EXPECT_FALSE(cache.contains(kTwoWays, 0x140));
}

TEST(CacheState, ALineThatWasWrittenToIsWrittenBackOnce) {
  CacheState cache;
  const CacheGeometry one_line{.size = 16, .ways = 1, .line = 16};
  EXPECT_FALSE(cache.access(one_line, 0, true).evicts_dirty) << "nothing was there";
  EXPECT_FALSE(cache.access(one_line, 4, false).evicts_dirty) << "a hit; and the line stays dirty";
  EXPECT_TRUE(cache.access(one_line, 16, false).evicts_dirty);
  EXPECT_FALSE(cache.access(one_line, 32, false).evicts_dirty);
}

TEST(CacheState, ACopyDoesNotSeeWhatTheOriginalDoes) {
  CacheState cache;
  cache.access(kTwoWays, 0x100, false);
  CacheState copy = cache;
  EXPECT_EQ(copy, cache);
  cache.access(kTwoWays, 0x200, false);
  EXPECT_NE(copy, cache);
  EXPECT_FALSE(copy.contains(kTwoWays, 0x200));
  copy.clear();
  EXPECT_FALSE(copy.contains(kTwoWays, 0x100));
  EXPECT_TRUE(cache.contains(kTwoWays, 0x100));
}

// Compared with a model that keeps each set as a list of lines, latest use first.
TEST(CacheState, IsTheTextbooksLeastRecentlyUsed) {
  testing::Random random(11);
  const CacheGeometry geometry{.size = 256, .ways = 4, .line = 16};
  CacheState cache;
  std::map<std::uint32_t, std::list<std::uint32_t>> sets;
  unsigned hits = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t address = random.below(1024), line = address / 16;
    auto& set = sets[line % 4];
    const bool expected = std::find(set.begin(), set.end(), line) != set.end();
    set.remove(line);
    set.push_front(line);
    if (set.size() > 4) set.pop_back();
    ASSERT_EQ(cache.access(geometry, address, false).hit, expected);
    hits += expected;
  }
  EXPECT_GT(hits, 500U);
  EXPECT_LT(hits, 4500U);
}

}  // namespace
}  // namespace janus::hart
