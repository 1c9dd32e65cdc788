// Which accesses inside of objects paths know of (hart/noted_accesses.h), against sets of pairs.
#include "hart/noted_accesses.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/random.h"

namespace janus::hart {
namespace {

using Access = std::pair<std::uint32_t, std::uint32_t>;

TEST(ToldAccesses, KnowWhichOfThemWereToldFirst) {
  ToldAccesses told;
  std::vector<Access> order;
  testing::Random random(1);
  for (unsigned i = 0; i < 200; ++i) {
    const Access access{random.below(8), random.below(8)};
    const bool is_new = !std::ranges::count(order, access);
    EXPECT_EQ(told.contains(access.first, access.second), !is_new);
    EXPECT_EQ(told.insert(access.first, access.second), is_new);
    if (is_new) order.push_back(access);
    ASSERT_EQ(told.size(), order.size());
  }
  for (std::size_t size = 0; size <= order.size(); ++size) {
    for (std::size_t i = 0; i < order.size(); ++i)
      EXPECT_EQ(told.contained(order[i].first, order[i].second, size), i < size);
  }
  EXPECT_FALSE(told.contained(8, 0, told.size()));
}

TEST(NotedAccesses, IncludeOthersButForThoseThatAreKnown) {
  unsigned includes = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    testing::Random random(seed);
    NotedAccesses ours, theirs;
    std::set<Access> in_ours, in_theirs, known;
    const auto access = [&] { return Access{random.below(3), random.below(3)}; };
    const auto note = [](NotedAccesses& noted, std::set<Access>& expected, Access one) {
      EXPECT_EQ(noted.insert(one.first, one.second), expected.insert(one).second);
    };
    for (std::uint32_t n = random.below(4); n > 0; --n) note(ours, in_ours, access());
    if (random.one_in(3)) {
      theirs = ours;
      in_theirs = in_ours;
    }
    for (std::uint32_t n = random.below(4); n > 0; --n) note(theirs, in_theirs, access());
    for (std::uint32_t n = random.below(6); n > 0; --n) known.insert(access());
    const bool expected =
        std::ranges::all_of(in_theirs, [&](const Access& one) { return in_ours.contains(one) || known.contains(one); });
    EXPECT_EQ(ours.includes(theirs, [&](auto pc, auto where) { return known.contains({pc, where}); }), expected);
    includes += expected;
  }
  EXPECT_GT(includes, 30U);
  EXPECT_LT(includes, 270U);
}

}  // namespace
}  // namespace janus::hart
