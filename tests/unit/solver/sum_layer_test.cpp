// The layer for sums whose words nothing else restricts.
#include <gtest/gtest.h>

#include "solver/chain.h"
#include "solver/free_sums.h"
#include "term/evaluate.h"
#include "testing/random.h"
#include "testing/size.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;
using testing::Random;

// Each value of the word is a sum of the digits, and each sum of the digits is a value of the word.
TEST(FreeSumOfDigits, TakesAllValuesOfItsRange) {
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    term::TermPool pool;
    std::vector<FreeSum::Digit> digits;
    for (std::uint64_t i = 0; i < 3 + random.below(2); ++i) {
      const bool down = random.one_in(2);
      digits.push_back({static_cast<std::uint32_t>(pool.variable("d" + std::to_string(i), 8)->value),
                        1 + random.below(i == 0 ? 1 : 12), down ? 50U : 40U, random.below(10), down,
                        !random.one_in(8)});
    }
    auto sum = FreeSum::of(digits, 8);
    if (!sum) continue;
    ++found;
    sum->word = pool.variable("sum", 8);
    for (std::uint64_t value = 0; value <= sum->highest; ++value) {
      Assignment model;
      model.set(sum->word->value, value);
      sum->assign(model);
      std::uint64_t added = 0, reach = 0;
      for (const FreeSum::Digit& digit : sum->digits) {
        const std::uint64_t now = model[digit.variable], times = digit.down ? digit.zero - now : now - digit.zero;
        ASSERT_LE(times, digit.most);
        added += times * digit.weight;
        reach += digit.most * digit.weight;
        if (sum->highest < 255) {
          EXPECT_TRUE(digit.is_exact);
        }
      }
      ASSERT_EQ(added, value);
      ASSERT_EQ(sum->highest, std::min<std::uint64_t>(reach, 255));
    }
  }
  EXPECT_GT(found, 100U);
}

// Numbers that are read digit by digit, checksums, and conditions on them, on prefixes and parts of them, and on the
// digits.
class SumConditions {
 public:
  SumConditions(term::TermPool& pool, std::uint64_t seed) : pool_(pool), random_(seed) {
    const auto digits = static_cast<unsigned>(4 + random_.below(3));  // so few that a SAT solver decides
    for (unsigned i = 0; i < digits; ++i) digits_.push_back(pool.variable("digit" + std::to_string(i), 8));
    while (sums_.size() < 3) add_sum();
  }

  std::vector<Term> of_digits() {
    std::vector<Term> conditions;
    for (const Term digit : digits_) {
      if (random_.one_in(6)) continue;
      conditions.push_back(pool_.bit_not(pool_.ult(constant(8, 9), pool_.sub(digit, constant(8, 48)))));
      if (random_.one_in(8)) conditions.push_back(pool_.bit_not(pool_.eq(digit, constant(8, 50))));
    }
    return conditions;
  }

  Term next() {
    const Term a = random_.pick(sums_);
    Term b = constant(a.width(), random_.one_in(2) ? random_.below(300) : random_.word() & term::mask(a.width()));
    if (random_.one_in(4)) b = pool_.add(b, pool_.zero_extend(pool_.variable("other", 6), a.width()));
    Term left = a;
    if (a.width() <= 16 && random_.one_in(8)) left = pool_.udiv(a, constant(a.width(), 10));
    Term result = random_.one_in(3) ? pool_.eq(left, b) : random_.one_in(2) ? pool_.ult(left, b) : pool_.slt(b, left);
    if (random_.one_in(8)) result = pool_.bit_or(result, pool_.eq(random_.pick(digits_), constant(8, 53)));
    return random_.one_in(2) ? result : pool_.bit_not(result);
  }

 private:
  Term constant(unsigned width, std::uint64_t value) { return pool_.constant(width, value); }

  void add_sum() {
    const unsigned width = random_.pick(std::vector<unsigned>{12, 16, 16, 32});
    const std::uint64_t base = random_.pick(std::vector<std::uint64_t>{10, 10, 16, 1, 256, 7});
    const std::size_t first = random_.one_in(3) ? random_.below(digits_.size() - 3) : 0;
    Term sum = constant(width, random_.one_in(2) ? 0 : random_.word() & term::mask(width));
    for (std::size_t i = first; i < digits_.size(); ++i) {
      Term digit = pool_.zero_extend(digits_[i], width);
      if (random_.one_in(16)) digit = pool_.sub(constant(width, 0), digit);
      sum = pool_.add(pool_.mul(sum, constant(width, base)), digit);
      if (random_.one_in(8)) sums_.push_back(sum);
    }
    sums_.push_back(sum);
    if (random_.one_in(3)) sums_.push_back(pool_.extract(sum, width / 2 - 1, 0));
    if (random_.one_in(3)) sums_.push_back(pool_.mul(sum, constant(width, 1 + random_.below(5))));
  }

  term::TermPool& pool_;
  Random random_;
  std::vector<Term> digits_, sums_;
};

// As the core solver alone, where that answers in time; models are evaluated.
TEST(SumLayer, AnswersAsTheCore) {
  unsigned sat = 0, unsat = 0, rewritten = 0;
  for (std::uint64_t seed = 1; seed <= testing::soaked(400U, 40U); ++seed) {
    SCOPED_TRACE(seed);
    term::TermPool pool;
    ChainConfig config;
    config.core = "cadical";
    config.domain = config.order = config.cases = config.cache = config.guess = config.exhaustive = false;
    config.values = ValueLayer::Off;
    ChainConfig without = config;
    without.sums = false;
    const auto solver = make_solver_chain(pool, config), oracle = make_solver_chain(pool, without);
    for (Solver* each : {solver.get(), oracle.get()}) each->set_timeout(0.02);
    SumConditions conditions(pool, seed);
    PathCondition path;
    for (const Term condition : conditions.of_digits()) path = extend(path, condition);
    for (int i = 0; i < 6; ++i) {
      const Term question = conditions.next();
      if (question.is_constant()) continue;
      const std::size_t before = pool.variables().size();
      Assignment model, none;
      const Answer answer = solver->check(path, question, model), expected = oracle->check(path, question, none);
      rewritten += pool.variables().size() > before;
      if (answer != Answer::Unknown && expected != Answer::Unknown) {
        ASSERT_EQ(answer, expected);
      }
      unsat += answer == Answer::Unsat && expected == Answer::Unsat;
      if (answer != Answer::Sat) continue;
      ++sat;
      EXPECT_EQ(term::evaluate(question, model), 1U);
      for (const Term conjunct : path.terms()) EXPECT_EQ(term::evaluate(conjunct, model), 1U);
      if (path.depth() < 12) path = extend(path, question);
    }
  }
  EXPECT_GT(sat, 20U);
  EXPECT_GT(unsat, 5U);
  EXPECT_GT(rewritten, 20U);
}

// The digits of a long number may add up to anything small, modulo 2^32.
TEST(SumLayer, KnowsThatALongNumberMayBeAnything) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  PathCondition path;
  Term number = pool.constant(32, 0);
  for (int i = 0; i < 14; ++i) {
    const Term digit = pool.variable("digit" + std::to_string(i), 8);
    path = extend(path, pool.bit_not(pool.ult(pool.constant(8, 9), pool.sub(digit, pool.constant(8, 48)))));
    number =
        pool.add(pool.mul(number, pool.constant(32, 10)), pool.sub(pool.zero_extend(digit, 32), pool.constant(32, 48)));
  }
  for (const std::uint64_t value : {0ULL, 7ULL, 4294967295ULL}) {
    Assignment model;
    ASSERT_EQ(solver->check(path, pool.eq(number, pool.constant(32, value)), model), Answer::Sat);
    EXPECT_EQ(term::evaluate(number, model), value);
    for (const Term conjunct : path.terms()) EXPECT_EQ(term::evaluate(conjunct, model), 1U);
  }
}

}  // namespace
}  // namespace janus::solver
