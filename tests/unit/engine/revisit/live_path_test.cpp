// What is projected away from a path makes no value of what is left impossible, and what tells values apart does.
#include "engine/revisit/live_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "term/evaluate.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

class LivePaths : public ::testing::Test {
 protected:
  static constexpr unsigned kBits = 2;  // of a variable, so that all values can be tried
  static constexpr unsigned kValues = 1U << kBits, kVariables = 4;

  void SetUp() override {
    for (unsigned i = 0; i < kVariables; ++i) variables.push_back(pool.variable("v" + std::to_string(i), kBits));
  }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }

  term::Term random_term(unsigned depth) {
    if (depth == 0 || below(4) == 0) {
      return below(4) == 0 ? pool.constant(kBits, below(kValues)) : variables[below(kVariables)];
    }
    const term::Term a = random_term(depth - 1), b = random_term(depth - 1);
    switch (below(9)) {
      case 0: return pool.bit_not(a);
      case 1: return pool.add(a, b);
      case 2: return pool.sub(a, b);
      case 3: return pool.bit_xor(a, b);
      case 4: return pool.mul(a, b);
      case 5: return pool.extract(pool.add(pool.zero_extend(a, 8), pool.zero_extend(b, 8)), kBits - 1, 0);
      case 6: return pool.extract(pool.concat(a, b), kBits - 1, 0);
      case 7: return pool.extract(pool.concat(a, b), 2 * kBits - 1, kBits);
      default: return pool.bit_and(a, b);
    }
  }
  term::Term random_condition() {
    const term::Term a = random_term(2), b = random_term(2);
    switch (below(4)) {
      case 0: return pool.eq(a, b);
      case 1: return pool.ult(a, b);
      default: return pool.bit_not(pool.eq(a, b));
    }
  }
  term::Assignment values(unsigned number) const {
    term::Assignment assignment;
    for (unsigned i = 0; i < kVariables; ++i)
      assignment.set(variables[i]->value, number >> (kBits * i) & (kValues - 1));
    return assignment;
  }
  static bool hold(const std::vector<term::Term>& conditions, const term::Assignment& assignment) {
    return std::ranges::all_of(conditions, [&](term::Term each) { return term::evaluate(each, assignment) == 1; });
  }

  std::mt19937 random{1};
  term::TermPool pool;
  term::Support support;
  solver::PathReaders readers{support};
  std::vector<term::Term> variables;
};

TEST_F(LivePaths, AllowWhatTheWholePathAllowed) {
  unsigned dropped = 0;
  for (unsigned round = 0; round < testing::sized(400U, 100U); ++round) {
    ExecutionState state{Memory(4096)};
    const unsigned live = 1 + below(2);
    for (unsigned i = 0; i < live; ++i) state.hart.x[5 + i].term = pool.zero_extend(variables[i], 32);
    std::vector<term::Term> path;
    const term::Assignment model = values(below(1U << (kBits * kVariables)));
    while (path.size() < 3) {
      const term::Term condition = random_condition();
      if (condition.is_constant() || term::evaluate(condition, model) == 0) continue;
      path.push_back(condition);
      state.path = solver::extend(state.path, condition);
    }
    state.model = std::make_shared<const term::Assignment>(model);
    const auto left = live_conjuncts(state, {pool, support, readers});
    ASSERT_TRUE(left);
    dropped += left->size() < path.size();
    std::set<unsigned> whole, projected;  // values of what is there
    for (unsigned number = 0; number < 1U << (kBits * kVariables); ++number) {
      const unsigned there = number & ((1U << (kBits * live)) - 1);
      const term::Assignment assignment = values(number);
      if (hold(path, assignment)) whole.insert(there);
      if (hold(*left, assignment)) projected.insert(there);
    }
    EXPECT_EQ(whole, projected) << round;
  }
  EXPECT_GT(dropped, testing::sized(30U, 7U));
}

TEST_F(LivePaths, KnowTermsThatTellValuesApart) {
  unsigned apart = 0;
  for (unsigned round = 0; round < 600; ++round) {
    const term::Term term = random_term(3);
    const unsigned bits = 1 + below(kBits), which = below(kVariables);
    if (!tells_apart(term, static_cast<std::uint32_t>(variables[which]->value), bits, support)) continue;
    ++apart;
    for (unsigned number = 0; number < 1U << (kBits * kVariables); number += 3) {
      std::set<std::uint64_t> results;
      for (unsigned value = 0; value < kValues; ++value) {
        term::Assignment assignment = values(number);
        assignment.set(variables[which]->value, value);
        results.insert(term::evaluate(term, assignment) & term::mask(bits));
      }
      ASSERT_EQ(results.size(), kValues) << round;
    }
  }
  EXPECT_GT(apart, 20U);
}

}  // namespace
}  // namespace janus::engine
