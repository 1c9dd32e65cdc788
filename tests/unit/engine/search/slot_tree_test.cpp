#include "engine/search/slot_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace janus::engine {
namespace {

// Performs the same random operations on a tree and on a vector. `check` compares the two after each operation.
template <class Tree, class Check>
void compare_with_a_vector(const Check& check) {
  std::mt19937_64 random(1);
  Tree tree;
  std::vector<std::uint64_t> vector;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t value = random() % 1000;
    const std::size_t slot = vector.empty() ? 0 : random() % vector.size();
    switch (vector.empty() ? 0 : random() % 5) {
      case 0:
      case 1:
        tree.push_back(value);
        vector.push_back(value);
        break;
      case 2:
        tree.set(slot, value);
        vector[slot] = value;
        break;
      case 3:
        tree.remove(slot);
        vector[slot] = vector.back();
        vector.pop_back();
        break;
      default:
        tree.assign([&](std::size_t at) { return (at * value) % 1000; });
        for (std::size_t at = 0; at < vector.size(); ++at) vector[at] = (at * value) % 1000;
        break;
    }
    ASSERT_EQ(tree.size(), vector.size());
    for (std::size_t at = 0; at < vector.size(); ++at) ASSERT_EQ(tree[at], vector[at]);
    check(tree, vector, random);
  }
}

TEST(SumTree, AgreesWithAVectorAndDrawsOnlyWhatHasAWeight) {
  compare_with_a_vector<SumTree<>>([](const auto& tree, const auto& vector, auto& random) {
    ASSERT_EQ(tree.root(), std::accumulate(vector.begin(), vector.end(), std::uint64_t{0}));
    if (tree.root() > 0) {
      ASSERT_GT(vector.at(tree.pick(random)), 0U);
    }
  });
}

TEST(MaximumTree, AgreesWithAVectorAndFindsTheFirstOfTheLargest) {
  compare_with_a_vector<MaximumTree<>>([](const auto& tree, const auto& vector, auto& random) {
    if (vector.empty()) return;
    const auto largest = std::max_element(vector.begin(), vector.end());
    ASSERT_EQ(tree.root(), *largest);
    ASSERT_EQ(tree.pick(random), static_cast<std::size_t>(largest - vector.begin()));
  });
}

TEST(SumTree, DrawsInProportionToTheWeights) {
  SumTree<> tree;
  for (const std::uint64_t weight : {1, 0, 2, 5}) tree.push_back(weight);
  std::mt19937_64 random(2);
  std::vector<int> drawn(4);
  for (int i = 0; i < 8000; ++i) ++drawn[tree.pick(random)];
  EXPECT_NEAR(drawn[0], 1000, 150);
  EXPECT_EQ(drawn[1], 0);
  EXPECT_NEAR(drawn[2], 2000, 200);
  EXPECT_NEAR(drawn[3], 5000, 250);
}

struct CountingSum {
  static inline std::uint64_t additions = 0;
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
    ++additions;
    return a + b;
  }
};

TEST(SlotTree, AMillionSlotsCostTwentyAdditionsAChange) {
  constexpr std::size_t kSlots = 1 << 20;
  SumTree<CountingSum> tree;
  for (std::size_t i = 0; i < kSlots; ++i) tree.push_back(1);
  EXPECT_LE(CountingSum::additions, 22 * kSlots) << "growing is amortised";
  CountingSum::additions = 0;
  tree.set(12345, 7);
  EXPECT_EQ(CountingSum::additions, 20U);
  tree.remove(12345);
  EXPECT_EQ(CountingSum::additions, 60U);
}

}  // namespace
}  // namespace janus::engine
