#include "solver/shared_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "term/term_pool.h"

namespace janus::solver {
namespace {

using Table = SharedTable<std::string>;

TEST(SharedTable, FindsNothingWhereNothingWasSet) {
  term::TermPool pool;
  Table table;
  EXPECT_EQ(table.find(pool.variable("x", 32)), nullptr);
  table.set(pool.variable("y", 32), "y");
  EXPECT_EQ(table.find(pool.variable("x", 32)), nullptr);
}

// Random tables that are copied and changed, each beside a map that is copied and changed as well.
TEST(SharedTable, AndItsCopiesHoldWhatMapsHold) {
  term::TermPool pool;
  std::vector<term::Term> terms;
  for (int i = 0; i < 1500; ++i) terms.push_back(pool.variable(std::to_string(i), 32));
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  struct Pair {
    Table table;
    std::map<std::uint32_t, std::string> map;
  };
  std::vector<Pair> pairs(1);
  for (int step = 0; step < 20'000; ++step) {
    Pair& pair = pairs[below(pairs.size())];
    const term::Term term = terms[below(terms.size())];
    if (below(100) == 0) {
      const Pair copy = pair;
      if (pairs.size() < 20) {
        pairs.push_back(copy);
      } else {
        pairs[below(pairs.size())] = copy;
      }
    } else {
      pair.table.set(term, std::to_string(step));
      pair.map[term->id] = std::to_string(step);
    }
  }
  for (const Pair& pair : pairs) {
    for (const term::Term term : terms) {
      const std::string* value = pair.table.find(term);
      const auto expected = pair.map.find(term->id);
      ASSERT_EQ(value != nullptr, expected != pair.map.end());
      if (value) {
        EXPECT_EQ(*value, expected->second);
      }
    }
    ASSERT_FALSE(pair.map.empty());
    EXPECT_EQ(*pair.table.find_if([](term::Term) { return true; }), pair.map.begin()->second);
    EXPECT_EQ(pair.table.find_if([](term::Term) { return false; }), nullptr);
  }
}

}  // namespace
}  // namespace janus::solver
