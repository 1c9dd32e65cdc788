// Ways from the head of a loop back to it, compared with a search for a cycle in the graph of all values.
#include "engine/subsume/loop_descent.h"

#include <gtest/gtest.h>

#include <array>

#include "testing/random.h"
#include "testing/size.h"
#include "testing/symbolic_fixture.h"

namespace janus::engine {
namespace {

using term::Term;

constexpr std::uint32_t kValues = 6;  // of each of two words: 0 to 5, shifted

class Descent : public ::testing::Test {
 protected:
  // A way from (x, y) to `next`, taken if `guard` holds.
  WayBack way(Term guard, Term next_x, Term next_y) {
    solver::PathCondition path;
    for (const Term term : {in_range(x_), in_range(y_), in_range(next_x), in_range(next_y), guard}) {
      if (!term.is_constant(1)) path = solver::extend(path, term);
    }
    auto model = std::make_shared<term::Assignment>();
    const bool possible = fixture_.solver->check({}, conjunction({path}), *model) == solver::Answer::Sat;
    return {path, possible ? model : nullptr, {{next_x, x_}, {next_y, y_}}};
  }
  Term conjunction(const solver::PathCondition& path) {
    Term all = pool_.truth(true);
    for (const auto* each = path.last(); each; each = each->parent) all = pool_.bit_and(all, each->term);
    return all;
  }
  Term number(std::uint32_t value) { return pool_.constant(32, value); }
  Term in_range(Term word) { return pool_.ult(pool_.sub(word, number(first_)), number(kValues)); }
  bool ends(const std::vector<WayBack>& ways) {
    std::uint64_t questions = 1000;
    return LoopDescent(pool_, *fixture_.solver).ends(ways, questions);
  }
  // Whether the values can go round by these ways.
  bool goes_round(const std::vector<WayBack>& ways) {
    constexpr std::uint32_t kStates = kValues * kValues;
    std::array<std::array<bool, kStates>, kStates> leads{};
    term::Evaluator evaluate;
    for (std::uint32_t from = 0; from < kStates; ++from) {
      term::Assignment values;
      values.set(x_->value, first_ + from / kValues);
      values.set(y_->value, first_ + from % kValues);
      evaluate.assign(values);
      for (const WayBack& each : ways) {
        if (!evaluate(conjunction(each.path))) continue;
        const auto x = static_cast<std::uint32_t>(evaluate(each.words[0].now)) - first_;
        const auto y = static_cast<std::uint32_t>(evaluate(each.words[1].now)) - first_;
        leads[from][x * kValues + y] = true;
      }
    }
    for (std::uint32_t by = 0; by < kStates; ++by) {
      for (std::uint32_t from = 0; from < kStates; ++from) {
        for (std::uint32_t to = 0; to < kStates; ++to) leads[from][to] |= leads[from][by] && leads[by][to];
      }
    }
    for (std::uint32_t state = 0; state < kStates; ++state) {
      if (leads[state][state]) return true;
    }
    return false;
  }

  testing::SymbolicFixture fixture_;
  term::TermPool& pool_ = fixture_.pool;
  Term x_ = pool_.variable("x", 32), y_ = pool_.variable("y", 32);
  std::uint32_t first_ = 0;
};

TEST_F(Descent, KnowsWordsThatTakeTurns) {
  const Term one = number(1), less = pool_.ult(x_, y_);
  const WayBack grow_x = way(less, pool_.add(x_, one), y_), grow_y = way(pool_.bit_not(less), x_, pool_.add(y_, one));
  EXPECT_TRUE(ends({grow_x, grow_y}));
  EXPECT_FALSE(goes_round({grow_x, grow_y}));
}

TEST_F(Descent, KnowsLoopsInLoops) {
  const Term one = number(1), zero = number(0), last = pool_.eq(x_, number(5));
  const WayBack inner = way(pool_.bit_not(last), pool_.add(x_, one), y_), outer = way(last, zero, pool_.add(y_, one));
  EXPECT_TRUE(ends({inner, outer}));
  EXPECT_FALSE(ends({inner, way(last, zero, y_)}));
}

TEST_F(Descent, NeverEndsWhatGoesRound) {
  const unsigned rounds = testing::sized(400U, 60U);
  unsigned ended = 0, went_round = 0;
  testing::Random random{7};
  const auto below = [&](std::uint32_t limit) { return random.below(limit); };
  for (unsigned round = 0; round < rounds; ++round) {
    const std::array<std::uint32_t, 3> firsts = {0, 0x7ffffffd, 0xfffffffd};  // also where words change their sign
    first_ = firsts[below(3)];
    const auto word = [&](Term same) {
      const std::array<Term, 6> terms = {same,
                                         same,
                                         pool_.add(same, number(1)),
                                         pool_.sub(same, number(1 + below(2))),
                                         number(first_ + below(kValues)),
                                         same == x_ ? y_ : x_};
      return terms[below(6)];
    };
    const auto guard = [&] {
      const Term fixed = number(first_ + below(kValues));
      const std::array<Term, 5> terms = {pool_.truth(true), pool_.ult(x_, y_), pool_.slt(y_, x_), pool_.eq(x_, fixed),
                                         pool_.ult(y_, fixed)};
      return terms[below(5)];
    };
    std::vector<WayBack> ways;
    for (unsigned count = 1 + below(3); count > 0; --count) {
      WayBack made = way(guard(), word(x_), word(y_));
      if (made.model) ways.push_back(std::move(made));
    }
    const bool round_and_round = goes_round(ways);
    went_round += round_and_round;
    if (!ends(ways)) continue;
    ++ended;
    EXPECT_FALSE(round_and_round) << round;
  }
  EXPECT_GE(ended, rounds / 10);
  EXPECT_GE(went_round, rounds / 10);
}

}  // namespace
}  // namespace janus::engine
