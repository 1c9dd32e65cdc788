// The persistent array against plain vectors: random writes to random copies.
#include "support/persistent_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "testing/random.h"

namespace janus::support {
namespace {

using Array = PersistentArray<std::uint64_t>;

TEST(PersistentArray, IsZeroWhereNothingWasSet) {
  Array array;
  EXPECT_TRUE(array.empty());
  array.set(1000, 7);
  EXPECT_EQ(array.size(), 1001U);
  EXPECT_EQ(array[1000], 7U);
  for (const std::size_t index : {0, 15, 16, 999, 1001, 5000}) EXPECT_EQ(array[index], 0U) << index;
}

TEST(PersistentArray, KeepsCopiesApart) {
  Array one{1, 2, 3};
  Array other = one;
  other.set(1, 20);
  other.set(300, 4);
  EXPECT_EQ(one[1], 2U);
  EXPECT_EQ(one[300], 0U);
  EXPECT_EQ(other[0], 1U);
  EXPECT_EQ(other[1], 20U);
  EXPECT_EQ(other[300], 4U);
}

// The elements of a vector, and zeros behind it.
std::uint64_t at(const std::vector<std::uint64_t>& values, std::size_t i) { return i < values.size() ? values[i] : 0; }

TEST(PersistentArray, IsAVectorWhateverIsCopiedAndWritten) {
  testing::Random random(5);
  std::vector<std::pair<Array, std::vector<std::uint64_t>>> copies(1);
  for (int step = 0; step < 2000; ++step) {
    if (random.one_in(20)) copies.push_back(random.pick(copies));
    auto& [array, values] = copies[random.below(static_cast<std::uint32_t>(copies.size()))];
    const std::size_t index = random.below(random.one_in(50) ? 5000 : 40);
    if (values.size() <= index) values.resize(index + 1);
    values[index] = random.below(3);
    array.set(index, values[index]);
  }
  for (const auto& [array, values] : copies) {
    ASSERT_EQ(array.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(array[i], values[i]) << i;
    const auto& [other, other_values] = random.pick(copies);
    std::vector<std::size_t> expected, found;
    for (std::size_t i = 0; i < std::max(values.size(), other_values.size()); ++i)
      if (at(values, i) != at(other_values, i)) expected.push_back(i);
    Array::for_each_difference(array, other, [&found](std::size_t i) { found.push_back(i); });
    ASSERT_EQ(found, expected);
    ASSERT_EQ(array == other, expected.empty() && values.size() == other_values.size());
  }
}

}  // namespace
}  // namespace janus::support
