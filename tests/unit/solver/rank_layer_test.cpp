// The layer for words that are only compared, and the maps that it uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "solver/chain.h"
#include "solver/compared_words.h"
#include "solver/rank_map.h"
#include "solver/z3_solver.h"
#include "term/evaluate.h"
#include "testing/random.h"
#include "testing/size.h"
#include "testing/solver_statistics.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;
using testing::Random;
using testing::statistics_of;

std::vector<std::uint64_t> random_constants(Random& random, unsigned width) {
  const std::uint64_t ones = term::mask(width), sign = std::uint64_t{1} << (width - 1);
  std::set<std::uint64_t> constants;
  for (std::uint64_t i = random.below(6); i > 0; --i) {
    const std::uint64_t near = random.pick(std::vector<std::uint64_t>{0, sign - 1, sign, ones, random.below(64)});
    constants.insert((near + random.below(5) - 2) & ones);
  }
  return {constants.begin(), constants.end()};
}

void expect_order(const RankMap& map, unsigned width, std::uint64_t a, std::uint64_t b) {
  const unsigned rank_width = map.rank_width();
  EXPECT_EQ(a < b, map.word(a) < map.word(b));
  EXPECT_EQ(term::as_signed(a, rank_width) < term::as_signed(b, rank_width),
            term::as_signed(map.word(a), width) < term::as_signed(map.word(b), width));
}

// All ranks, pair by pair, and the room between neighbouring constants on either side of the sign.
TEST(RankMaps, KeepWhatTheyPromise) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto width = static_cast<unsigned>(random.pick(std::vector<unsigned>{4, 7, 8, 16, 32, 33, 64}));
    const auto constants = random_constants(random, width);
    const std::uint64_t places = 1 + random.below(6);
    for (const RankMap::Kind kind : {RankMap::Kind::Distinct, RankMap::Kind::Ordered}) {
      const RankMap map(kind, width, constants, places);
      if (kind == RankMap::Kind::Distinct && map.rank_width() >= width) continue;  // fewer words than ranks
      ASSERT_LE(map.rank_width(), width);
      for (const std::uint64_t constant : constants) EXPECT_EQ(map.word(map.rank(constant)), constant);
      std::set<std::uint64_t> words;
      for (std::uint64_t rank = 0; rank <= term::mask(map.rank_width()); ++rank) {
        words.insert(map.word(rank));
        EXPECT_LE(map.word(rank), term::mask(width));
        if (kind == RankMap::Kind::Ordered) expect_order(map, width, rank, random.below(rank + 1));
      }
      ASSERT_EQ(words.size(), term::mask(map.rank_width()) + 1) << "a word has two ranks";
      if (kind == RankMap::Kind::Distinct) {
        EXPECT_GE(words.size(), constants.size() + places);
        continue;
      }
      std::uint64_t first = 0;
      const auto expect_room_up_to = [&](std::uint64_t last) {  // from `first` on
        const auto inside = std::count_if(words.begin(), words.end(), [&](auto w) { return w >= first && w <= last; });
        EXPECT_GE(static_cast<std::uint64_t>(inside) - 1, std::min(places - 1, last - first));
      };
      const std::uint64_t sign = std::uint64_t{1} << (width - 1);
      for (const std::uint64_t constant : constants) {
        if (first < sign && constant >= sign) {
          expect_room_up_to(sign - 1);
          first = sign;
        }
        if (constant > first) expect_room_up_to(constant - 1);
        first = constant + 1;
      }
      if (!constants.empty() && constants.back() == term::mask(width)) continue;
      expect_room_up_to(first < sign ? sign - 1 : term::mask(width));
    }
  }
}

// Random conditions about words that are compared, chosen among, and sometimes added.
class Conditions {
 public:
  Conditions(term::TermPool& pool, std::uint64_t seed) : pool_(pool), random_(seed) {
    const unsigned width = random_.pick(std::vector<unsigned>{16, 32, 64});
    const auto constants = random_constants(random_, width);
    for (int i = 0; i < 3 + static_cast<int>(random_.below(5)); ++i)
      words_.push_back(pool.variable("x" + std::to_string(i), width));
    if (random_.one_in(2))
      for (const std::uint64_t constant : constants) words_.push_back(pool.constant(width, constant));
    only_equations_ = random_.one_in(3);
    is_mixed_ = random_.one_in(8);
  }

  Term next() {
    for (int i = 0; i < 4; ++i) {
      words_.push_back(pool_.ite(literal(), random_.pick(words_), random_.pick(words_)));
    }
    if (is_mixed_ && random_.one_in(4)) words_.push_back(pool_.add(random_.pick(words_), random_.pick(words_)));
    Term result = literal();
    for (int i = 0; i < 3; ++i) {
      const Term other = literal();
      result = random_.one_in(2) ? pool_.bit_or(result, other) : pool_.bit_and(result, other);
    }
    return result;
  }

 private:
  Term literal() {
    const Term a = random_.pick(words_), b = random_.pick(words_);
    Term result = pool_.eq(a, b);
    if (!only_equations_ && random_.one_in(2)) result = random_.one_in(2) ? pool_.ult(a, b) : pool_.slt(a, b);
    return random_.one_in(2) ? result : pool_.bit_not(result);
  }

  term::TermPool& pool_;
  Random random_;
  std::vector<Term> words_;
  bool only_equations_ = false, is_mixed_ = false;
};

// The validating layer asks Z3 each question again.
TEST(RankLayer, AnswersAsZ3) {
  SolverStatistics seen;
  for (std::uint64_t seed = 1; seed <= testing::soaked(60U, 10U); ++seed) {
    SCOPED_TRACE(seed);
    term::TermPool pool;
    ChainConfig config;
    config.validate = true;
    config.core = "cadical";
    config.domain = config.order = config.cases = config.cache = config.guess = config.exhaustive = false;
    config.values = ValueLayer::Off;
    const auto solver = make_solver_chain(pool, config), oracle = make_z3_solver(pool);
    Conditions conditions(pool, seed);
    PathCondition path;
    Assignment model;
    for (int i = 0; i < 10; ++i) {
      const Term question = conditions.next();
      const Answer answer = solver->check(path, question, model);
      ASSERT_NE(answer, Answer::Unknown);
      seen.count(answer);
      if (answer == Answer::Sat) {
        EXPECT_EQ(term::evaluate(question, model), 1U);
        for (const Term conjunct : path.terms()) EXPECT_EQ(term::evaluate(conjunct, model), 1U);
        path = extend(path, question);
        continue;
      }
      PathCondition core;
      for (const Term term : solver->unsat_core()) core = extend(core, term);
      Assignment none;
      if (core.depth() > 0) {
        EXPECT_EQ(oracle->check(core, pool.truth(true), none), Answer::Unsat);
      }
      path = extend(path, pool.bit_not(question));
    }
  }
  EXPECT_GT(seen.sat, 20U);
  EXPECT_GT(seen.unsat, 20U);
}

// Pigeons: nine different words among eight, which are different, too.
TEST(RankLayer, AsksInAsManyBitsAsThereArePlaces) {
  term::TermPool pool;
  ComparedWords words;
  std::vector<Term> all;
  for (int i = 0; i < 17; ++i) all.push_back(pool.variable("x" + std::to_string(i), 32));
  for (const Term a : all) words.look_at(pool.eq(a, all[0]));
  ASSERT_NE(words.map_of(all[5]), nullptr);
  EXPECT_EQ(words.map_of(all[5])->rank_width(), 5U);
  EXPECT_EQ(words.map_of(all[5])->kind(), RankMap::Kind::Distinct);
  const std::uint64_t before = words.changes();
  words.look_at(pool.slt(all[3], pool.constant(32, 7)));
  EXPECT_GT(words.changes(), before);
  EXPECT_EQ(words.map_of(all[5])->kind(), RankMap::Kind::Ordered);
  EXPECT_EQ(words.map_of(all[5])->word(words.map_of(all[5])->rank(7)), 7U);
  words.look_at(pool.eq(pool.add(all[3], all[4]), all[9]));
  EXPECT_EQ(words.map_of(all[5]), nullptr);
}

// What was asked for before a class has grown is not answered by the old map.
TEST(RankLayer, ForgetsMapsThatAreNoLongerRight) {
  term::TermPool pool;
  ComparedWords words;
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32), c = pool.variable("c", 32);
  words.look_at(pool.eq(a, b));
  words.look_at(pool.eq(c, pool.constant(32, 9)));
  EXPECT_NE(words.map_of(a), nullptr);
  EXPECT_EQ(words.map_of(c), nullptr) << "alone";
  const std::uint64_t before = words.changes();
  words.look_at(pool.ite(pool.eq(a, b), b, c));
  EXPECT_GT(words.changes(), before);
  EXPECT_EQ(words.map_of(a), words.map_of(c));
}

}  // namespace
}  // namespace janus::solver
