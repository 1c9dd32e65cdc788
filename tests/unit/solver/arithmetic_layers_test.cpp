// The layers for arithmetic that mixes bits: every assignment of few bits, and quotients in the form of products.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "solver/chain.h"
#include "solver/division_solver.h"
#include "solver/integer_solver.h"
#include "solver/z3_solver.h"
#include "term/evaluate.h"
#include "testing/nobody_else.h"
#include "testing/random.h"
#include "testing/random_terms.h"
#include "testing/size.h"
#include "testing/solver_statistics.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;
using testing::statistics_of;

// Random arithmetic over words of which the path leaves few values: the validating layer compares each answer with Z3.
TEST(ExhaustiveLayer, AnswersAsZ3) {
  SolverStatistics seen;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    term::TermPool pool;
    testing::Random random(seed);
    ChainConfig config;
    config.validate = true;
    config.domain = config.order = config.cases = config.guess = config.cache = false;
    const auto solver = make_solver_chain(pool, config);
    PathCondition path;
    Assignment model;
    std::vector<Term> words;
    for (int i = 0; i < 2; ++i) {
      const Term word = pool.variable("x" + std::to_string(i), random.one_in(2) ? 8 : 16);
      words.push_back(pool.zero_extend(word, 32));
      const Term few = pool.ult(pool.sub(words.back(), pool.constant(32, random.below(40))),
                                pool.constant(32, 20 + random.below(100)));
      ASSERT_EQ(solver->check(path, few, model), Answer::Sat);
      path = extend(path, few);
    }
    static constexpr std::array<term::Kind, 6> kKinds = {term::Kind::Mul,  term::Kind::Udiv, term::Kind::Urem,
                                                         term::Kind::Sdiv, term::Kind::Xor,  term::Kind::Add};
    for (int i = 0; i < 8; ++i) {
      const Term other = random.one_in(2) ? pool.constant(32, 1 + random.below(30)) : random.pick(words);
      words.push_back(pool.build(random.pick(kKinds), 32, random.pick(words), other));
      const Term question = random.one_in(2) ? pool.eq(words.back(), pool.constant(32, random.below(60)))
                                             : pool.slt(words.back(), random.pick(words));
      Assignment found = model;
      if (solver->check(path, question, found) == Answer::Sat) {
        EXPECT_EQ(term::evaluate(question, found), 1U);
      }
    }
    const SolverStatistics own = statistics_of(*solver, "exhaustive");
    seen.sat += own.sat;
    seen.unsat += own.unsat;
  }
  EXPECT_GT(seen.sat, 5U);
  EXPECT_GT(seen.unsat, 5U);
}

// A Gregorian year and its leap days: a few thousand days, and no chance for a SAT solver within seconds.
TEST(ExhaustiveLayer, KnowsTheCalendar) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const Term day = pool.variable("day", 32);
  const auto number = [&](std::uint32_t value) { return pool.constant(32, value); };
  const auto by = [&](Term a, std::uint32_t b) { return pool.udiv(a, number(b)); };
  const PathCondition path = extend({}, pool.ult(day, number(146'097)));
  const Term year = by(pool.sub(pool.add(pool.sub(day, by(day, 1460)), by(day, 36524)), by(day, 146'096)), 365);
  const Term first = pool.sub(pool.add(pool.mul(year, number(365)), by(year, 4)), by(year, 100));
  Assignment model{5};
  EXPECT_EQ(solver->check(path, pool.ult(day, first), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.ult(number(365), pool.sub(day, first)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.eq(number(365), pool.sub(day, first)), model), Answer::Sat);
}

// Of too many assignments, some are tried: one in a hundred breaks this.
TEST(ExhaustiveLayer, MeetsAMistakeThatIsNotRare) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const Term x = pool.variable("x", 32);
  const Term product = pool.mul(pool.zero_extend(x, 64), pool.constant(64, 0x28f5c29));
  const Term differ = pool.bit_not(pool.eq(pool.extract(product, 63, 32), pool.udiv(x, pool.constant(32, 100))));
  Assignment model;
  EXPECT_EQ(solver->check({}, differ, model), Answer::Sat);
  EXPECT_EQ(term::evaluate(differ, model), 1U);
  EXPECT_EQ(statistics_of(*solver, "exhaustive").sat, 1U);
}

// Random sums of bytes in random ranges, which may wrap around, divided by constants that divide some coefficients: the
// validating layer compares each answer with Z3.
TEST(NarrowLayer, TakesMultiplesOutOfSums) {
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    term::TermPool pool;
    testing::Random random(seed);
    ChainConfig config;
    config.validate = true;
    config.exhaustive = config.cases = config.guess = config.cache = false;
    const auto solver = make_solver_chain(pool, config);
    const auto number = [&](std::uint64_t value) { return pool.constant(32, value); };
    const std::uint32_t divisor = 2 + random.below(random.one_in(2) ? 10 : 1000);
    PathCondition path;
    Assignment model;
    Term sum = number(random.one_in(3) ? random.word() : divisor * random.below(5) - random.below(3));
    Term multiple = number(0);
    for (int i = 0; i < 3; ++i) {
      const Term word = pool.zero_extend(pool.variable("x" + std::to_string(i), 8), 32);
      const Term near = pool.ult(pool.sub(word, number(random.below(200))), number(1 + random.below(12)));
      ASSERT_EQ(solver->check(path, near, model), Answer::Sat);
      path = extend(path, near);
      const std::uint32_t factor = random.below(20);
      const std::uint32_t coefficient = random.one_in(3) ? factor : divisor * factor;
      const bool adds = !random.one_in(3);
      const Term product = pool.mul(word, number(coefficient));
      sum = adds ? pool.add(sum, product) : pool.sub(sum, product);
      const Term part = pool.mul(word, number(coefficient / divisor));
      multiple = adds ? pool.add(multiple, part) : pool.sub(multiple, part);
    }
    for (const term::Kind kind : {term::Kind::Udiv, term::Kind::Urem, term::Kind::Sdiv, term::Kind::Srem}) {
      const Term result = pool.build(kind, 32, sum, number(divisor));
      for (const Term other : {number(random.below(30)), pool.add(multiple, number(random.below(3)))}) {
        const Term question = random.one_in(2) ? pool.eq(result, other) : pool.ult(result, other);
        Assignment found = model;
        const Answer answer = solver->check(path, question, found);
        ASSERT_NE(answer, Answer::Unknown);
        sat += answer == Answer::Sat;
        unsat += answer == Answer::Unsat;
      }
    }
  }
  EXPECT_GT(sat, 8U);
  EXPECT_GT(unsat, 12U);
}

// Digits that were read as a number with two decimals: its whole part is what the others say.
TEST(NarrowLayer, KnowsTheWholePartOfANumberInDigits) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const auto number = [&](std::uint32_t value) { return pool.constant(32, value); };
  PathCondition path;
  Assignment model;
  Term value = number(0), whole;
  for (int i = 0; i < 8; ++i) {
    const Term digit = pool.zero_extend(pool.variable("x" + std::to_string(i), 8), 32);
    const Term valid = pool.ult(pool.sub(digit, number('0')), number(10));
    ASSERT_EQ(solver->check(path, valid, model), Answer::Sat);
    path = extend(path, valid);
    value = pool.add(pool.mul(value, number(10)), pool.sub(digit, number('0')));
    if (i == 5) whole = value;
  }
  const Term quotient = pool.sdiv(value, number(100));
  EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(quotient, whole)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(pool.sdiv(value, number(10)), whole)), model), Answer::Sat);
  EXPECT_EQ(statistics_of(*solver, "narrow").unsat, 1U);
}

// The highest `width - shift` bits of x m, where m may be what a compiler multiplies with to divide by c.
TEST(DivisionLayer, TakesNoProductForAQuotientThatIsNone) {
  testing::Random random(11);
  unsigned quotients = 0;
  for (int i = 0; i < 4000; ++i) {
    term::TermPool pool;
    const unsigned width = 8 + random.below(25);
    const Term x = pool.variable("x", width);
    const unsigned p = width + random.below(64 - 2 * std::min(width, 31U));
    const std::uint64_t c = 2 + (random.word64() & term::mask(1 + random.below(width - 1)));
    std::uint64_t m = ((std::uint64_t{1} << p) + c - 1) / c;
    if (random.one_in(4)) m += random.below(3) - 1;
    const Term product = pool.mul(pool.zero_extend(x, 64), pool.constant(64, m));
    const Term high = pool.extract(product, std::min(63U, p + width - 1), p);
    const std::array<std::uint64_t, 2> divisors{c, 1 + random.below(1000)};
    const Term quotient = as_quotient(pool, high, divisors);
    if (!quotient) continue;
    ++quotients;
    ASSERT_EQ(quotient.width(), high.width());
    const auto check = [&](std::uint64_t value) {
      const Assignment assignment{value & term::mask(width)};
      ASSERT_EQ(term::evaluate(quotient, assignment), term::evaluate(high, assignment))
          << width << " bits, " << p << ", " << m << ", " << assignment[0];
    };
    for (std::uint64_t k = 0; k < 20; ++k) {
      check(random.word64());
      const std::uint64_t multiple = c * (term::mask(width) / c - k);  // where the error is largest
      check(multiple), check(multiple - 1), check(multiple + c - 1), check(term::mask(width) - k);
    }
  }
  EXPECT_GT(quotients, 1000U);
}

TEST(DivisionLayer, ProvesWhatCompilersMakeOfDivisions) {
  for (const std::uint32_t c : {3U, 5U, 10U, 25U, 60U, 100U, 1000U, 3600U, 86400U}) {
    term::TermPool pool;
    const auto solver = make_solver_chain(pool, {});
    const Term x = pool.variable("x", 32);
    const unsigned shift = static_cast<unsigned>(std::bit_width(c - 1));
    unsigned p = 32;
    std::uint64_t m = 0;
    for (;; ++p) {  // the shortest shift that is exact
      m = ((std::uint64_t{1} << p) + c - 1) / c;
      if (c * m - (std::uint64_t{1} << p) <= std::uint64_t{1} << (p - 32)) break;
      ASSERT_LT(p, 32 + shift);
    }
    if (m >> 32) continue;  // compilers need an addition as well
    const Term product = pool.mul(pool.zero_extend(x, 64), pool.constant(64, m));
    const Term quotient = pool.zero_extend(pool.extract(product, 63, p), 64);
    const Term q = pool.extract(quotient, 31, 0), divisor = pool.constant(32, c);
    Assignment model;
    EXPECT_EQ(solver->check({}, pool.bit_not(pool.eq(q, pool.udiv(x, divisor))), model), Answer::Unsat) << c;
    const Term rest = pool.sub(x, pool.mul(q, divisor));
    EXPECT_EQ(solver->check({}, pool.bit_not(pool.eq(rest, pool.urem(x, divisor))), model), Answer::Unsat) << c;
    EXPECT_EQ(statistics_of(*solver, "divisions").unsat, 2U) << c;
    EXPECT_EQ(statistics_of(*solver, kCoreLayer).asked, 0U) << c;
  }
}

// The digits of a number, as characters, that are read as a number again. One digit too few is found, too, and so is a
// byte that is too small for what a digit may be.
TEST(DivisionLayer, AddsUpTheDigitsOfANumber) {
  for (const std::uint32_t base : {2U, 7U, 10U, 16U, 60U, 250U}) {
    for (const bool complete : {true, false}) {
      term::TermPool pool;
      ChainConfig config;
      config.validate = !complete;
      const auto solver = make_solver_chain(pool, config);
      const Term x = pool.variable("x", 32), divisor = pool.constant(32, base), zero = pool.constant(8, '0');
      const unsigned digits = 3;
      const std::uint32_t most = base * base * base + (complete ? 0 : 1);
      const PathCondition path = extend({}, pool.ult(x, pool.constant(32, most)));
      Term left = x, sum = pool.constant(32, 0), weight = pool.constant(32, 1);
      for (unsigned i = 0; i < digits; ++i) {
        const Term character = pool.add(pool.extract(pool.urem(left, divisor), 7, 0), zero);
        const Term digit = pool.sub(pool.zero_extend(character, 32), pool.constant(32, '0'));
        sum = pool.add(sum, pool.mul(digit, weight));
        weight = pool.mul(weight, divisor);
        left = pool.udiv(left, divisor);
      }
      Assignment model{0};
      const bool fits = complete && base - 1 + '0' < 256;
      EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(sum, x)), model), fits ? Answer::Unsat : Answer::Sat) << base;
      if (fits && !std::has_single_bit(base)) {
        EXPECT_EQ(statistics_of(*solver, "divisions").unsat, 1U) << base;
      }
    }
  }
}

// Random terms of all kinds, with a path in front: each answer is Z3's, too.
TEST(IntegerLayer, AnswersAsZ3) {
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t seed = 1; seed <= testing::soaked(1000U, 100U); ++seed) {
    SCOPED_TRACE(seed);
    term::TermPool pool;
    testing::RandomTerms terms(pool, seed, {1, 3, 6, 8}, 16);
    const auto layer =
        make_integer_solver(std::make_unique<testing::NobodyElse>(), std::make_shared<LayerContext>(pool));
    layer->set_timeout(2);
    const auto z3 = make_z3_solver(pool);
    PathCondition path;
    for (unsigned asked = 0; asked < 20;) {
      const testing::RandomTerms::Pair made = terms.next();
      if (made.plain.width() > 1 || made.simplified.is_constant()) continue;
      const Term question = ++asked % 2 == 0 ? made.plain : made.simplified;
      Assignment found, model;
      const Answer answer = layer->check(path, question, found), right = z3->check(path, question, model);
      sat += answer == Answer::Sat;
      unsat += answer == Answer::Unsat;
      if (answer != Answer::Unknown) {
        ASSERT_EQ(answer, right);
      }
      if (answer == Answer::Sat) {
        EXPECT_EQ(term::evaluate(question, found), 1U);
      }
      if (right == Answer::Sat && asked % 4 == 0) path = extend(path, question);
    }
  }
  EXPECT_GT(sat, 50U);
  EXPECT_GT(unsat, 50U);
}

// A filter of first order stays among its inputs, however many there are: hours of a SAT solver.
TEST(IntegerLayer, KnowsThatAFilterStaysAmongItsInputs) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const auto word = [&](Term half) { return pool.sign_extend(half, 32); };
  PathCondition path;
  Assignment model{3};
  Term low = pool.variable("x", 16), high = low, y = low;
  for (unsigned i = 0; i < 4; ++i) {
    const Term x = pool.variable("x" + std::to_string(i), 16);
    low = pool.ite(pool.slt(x, low), x, low);
    high = pool.ite(pool.slt(high, x), x, high);
    const Term step = pool.mul(pool.sub(word(x), word(y)), pool.constant(32, 77));
    y = pool.extract(pool.add(word(y), pool.ashr(step, pool.constant(32, 8))), 15, 0);
    for (const Term wrong : {pool.slt(y, low), pool.slt(high, y)}) {
      ASSERT_EQ(solver->check(path, wrong, model), Answer::Unsat) << i;
      path = extend(path, pool.bit_not(wrong));
    }
  }
  EXPECT_GT(statistics_of(*solver, "integers").unsat, 4U);
}

// The product of two fractions has their sign, and is one but for -1 times -1.
TEST(IntegerLayer, KnowsTheSignOfAProduct) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const Term a = pool.variable("a", 16), b = pool.variable("b", 16), zero = pool.constant(16, 0);
  const Term product = pool.mul(pool.sign_extend(a, 32), pool.sign_extend(b, 32));
  const Term rounded = pool.ashr(pool.add(product, pool.constant(32, 0x4000)), pool.constant(32, 15));
  const PathCondition same = extend({}, pool.eq(pool.slt(a, zero), pool.slt(b, zero)));
  Assignment model;
  EXPECT_EQ(solver->check(same, pool.slt(rounded, pool.constant(32, 0)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(same, pool.slt(pool.constant(32, 0x7fff), rounded), model), Answer::Sat);
  EXPECT_EQ(model[a->value], 0x8000U);
  EXPECT_EQ(model[b->value], 0x8000U);
}

}  // namespace
}  // namespace janus::solver
