// Sets of bytes, against sets of numbers.
#include "engine/revisit/live_cells.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace janus::engine {
namespace {

std::set<std::uint32_t> numbers_in(const ByteSet& bytes) {
  std::set<std::uint32_t> numbers;
  for (const ByteSet::Chunk& chunk : bytes.chunks()) {
    for (std::uint64_t left = chunk.bytes; left != 0; left &= left - 1)
      numbers.insert(chunk.number * ByteSet::kChunkBytes + static_cast<std::uint32_t>(std::countr_zero(left)));
  }
  return numbers;
}

TEST(ByteSets, AreSetsOfNumbers) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    ByteSet a, b;
    std::set<std::uint32_t> in_a, in_b;
    for (int i = 0; i < 20; ++i) {
      const std::uint32_t first = random() % 1000, count = random() % 200;
      if (i % 3 == 0) {
        a.insert(first, count);
        for (std::uint32_t at = first; at < first + count; ++at) in_a.insert(at);
      } else if (i % 3 == 1) {
        b.insert_but(first, count, a);
        for (std::uint32_t at = first; at < first + count; ++at) {
          if (!in_a.contains(at)) in_b.insert(at);
        }
      } else {
        ByteSet c;
        c.insert(first, count);
        a.insert_but(c, b);
        for (std::uint32_t at = first; at < first + count; ++at) {
          if (!in_b.contains(at)) in_a.insert(at);
        }
      }
      ASSERT_EQ(numbers_in(a), in_a);
      ASSERT_EQ(numbers_in(b), in_b);
    }
    EXPECT_EQ(a == b, in_a == in_b);
  }
}

TEST(ByteSets, ReachTheEndOfMemory) {
  ByteSet bytes;
  bytes.insert(0xffff'fff0, 16);
  EXPECT_EQ(numbers_in(bytes).size(), 16U);
  EXPECT_TRUE(numbers_in(bytes).contains(0xffff'ffff));
}

}  // namespace
}  // namespace janus::engine
