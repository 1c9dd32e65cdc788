// Which accesses inside of objects paths know of (hart/noted_accesses.h), against sets of pairs.
#include "hart/noted_accesses.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/random.h"

namespace janus::hart {
namespace {

using Access = std::pair<std::uint32_t, std::uint32_t>;

TEST(NotedAccesses, IncludeOthers) {
  unsigned includes = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    testing::Random random(seed);
    NotedAccesses ours, theirs;
    std::set<Access> in_ours, in_theirs;
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
    const bool expected = std::ranges::all_of(in_theirs, [&](const Access& one) { return in_ours.contains(one); });
    EXPECT_EQ(ours.includes(theirs), expected);
    includes += expected;
  }
  EXPECT_GT(includes, 30U);
  EXPECT_LT(includes, 270U);
}

}  // namespace
}  // namespace janus::hart
