// Closed forms and guards of loops, compared with executing the loop one iteration at a time.
#include "engine/summarize/loop_guard.h"

#include <gtest/gtest.h>

#include <array>

#include "testing/random.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

using term::Term;

class LoopGuards : public ::testing::Test {
 protected:
  LoopGuards() {
    for (const char* name : {"x", "y", "z"}) generic.push_back(pool.variable(name, 32));
  }

  Term constant(std::uint64_t value) { return pool.constant(32, value); }
  Term step(testing::Random& random) {
    constexpr std::int64_t kSteps[] = {0, 0, 1, 1, -1, 2, -2, 3, 4, -5, 12, 1 << 20};
    return constant(static_cast<std::uint64_t>(kSteps[random.below(std::size(kSteps))]) & 0xffff'ffff);
  }
  std::uint32_t start(testing::Random& random) {
    constexpr std::uint32_t kFrom[] = {0, 0, 100, 0x7fff'ffe0, 0x8000'0000, 0xffff'ffe0, 0xf0, 0x7ff0};
    return kFrom[random.below(std::size(kFrom))] + random.below(64);
  }
  // A side of a comparison: a word, an extended part of a word, a word plus a constant, or a constant.
  Term side(testing::Random& random) {
    const Term word = generic[random.below(2)];
    switch (random.below(6)) {
      case 0: return constant(start(random));
      case 1: return pool.add(word, constant(random.below(9)));
      case 2: return pool.zero_extend(pool.extract(word, 7, 0), 32);
      case 3: return pool.sign_extend(pool.extract(word, 15, 0), 32);
      default: return word;
    }
  }
  Term condition(testing::Random& random) {
    const Term a = side(random), b = side(random);
    const std::uint32_t kind = random.below(4);
    const Term comparison = kind == 0 ? pool.ult(a, b) : kind < 3 ? pool.slt(a, b) : pool.eq(a, b);
    return random.below(3) == 0 ? comparison : pool.bit_not(comparison);
  }
  std::uint64_t value(Term term, const std::vector<std::uint64_t>& values) {
    term::Assignment assignment;
    for (const std::uint64_t v : values) assignment.push_back(v);
    evaluator.assign(assignment);
    return evaluator(term);
  }
  std::vector<std::uint64_t> next(const std::vector<Term>& updates, const std::vector<std::uint64_t>& values) {
    std::vector<std::uint64_t> result;
    for (const Term update : updates) result.push_back(value(update, values));
    return result;
  }
  std::vector<Term> constants(const std::vector<std::uint64_t>& values) {
    std::vector<Term> terms;
    for (const std::uint64_t v : values) terms.push_back(constant(v));
    return terms;
  }

  term::TermPool pool;
  term::Support support;
  term::Evaluator evaluator;
  std::vector<Term> generic;  // the pool's variables 0, 1 and 2
};

TEST_F(LoopGuards, FailAfterAsManyIterationsAsTheySayAndNotEarlier) {
  testing::Random random(7);
  int checked = 0, far = 0;
  for (int i = 0; i < testing::soaked(8000, 1600); ++i) {
    const std::vector<Term> updates = {pool.add(generic[0], step(random)), pool.add(generic[1], step(random)),
                                       generic[2]};
    InductionForms forms(pool, support, generic, updates);
    const Term holds = condition(random);
    if (holds.is_constant()) continue;
    const auto guard = LoopGuard::of(pool, forms, holds);
    std::vector<std::uint64_t> values = {start(random), start(random), 0};
    if (!guard || value(holds, values) == 0) continue;
    const auto failure = guard->failure(generic, constants(values));
    if (!failure || value(failure->condition, {}) == 0) continue;
    const std::uint64_t count = value(failure->count, {});
    ASSERT_GE(count, 1U);
    const std::vector<Term> end = forms.after(constants(values), constant(count));
    EXPECT_EQ(value(holds, {value(end[0], {}), value(end[1], {}), 0}), 0U) << "it holds after " << count;
    ++(count > 2000 ? far : checked);
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(count, 2000); ++n) {
      ASSERT_EQ(value(holds, values), 1U) << "it fails after " << n << " of " << count;
      values = next(updates, values);
    }
  }
  EXPECT_GT(checked, testing::soaked(300, 60));
  EXPECT_GT(far, testing::soaked(100, 20));
}

// Away from a fixed side: `limit < x` with x growing, or `x < limit` with x shrinking. Such a guard fails by a wrap,
// and what it says is compared with counting.
TEST_F(LoopGuards, FailByWrappingExactlyWhenTheWordComesToLieBeyondTheLimit) {
  testing::Random random(10);
  int fails = 0, holds_on = 0;
  for (int i = 0; i < testing::soaked(8000, 1600); ++i) {
    const bool narrow = random.below(2) == 0, is_signed = random.below(2) == 0, up = random.below(2) == 0;
    const bool strict = random.below(2) == 0;
    const std::uint32_t size = narrow ? 1 + random.below(40) : 1 + random.below(3) + (random.below(2) << 24);
    const std::vector<Term> updates = {pool.add(generic[0], constant(up ? size : -size)), generic[1], generic[2]};
    InductionForms forms(pool, support, generic, updates);
    const Term byte = pool.extract(generic[0], 7, 0);
    const Term word = !narrow ? generic[0] : is_signed ? pool.sign_extend(byte, 32) : pool.zero_extend(byte, 32);
    const Term low = up ? generic[1] : word, high = up ? word : generic[1];
    const auto less = [&](Term a, Term b) { return is_signed ? pool.slt(a, b) : pool.ult(a, b); };
    const Term holds = strict ? less(low, high) : pool.bit_not(less(high, low));
    const std::uint32_t least = is_signed ? (narrow ? -128U : 0x8000'0000U) : 0;
    const std::uint32_t most = is_signed ? (narrow ? 127U : 0x7fff'ffffU) : narrow ? 255U : ~0U;
    // A word close to the side where it wraps, and a limit close to where it comes to lie.
    const std::uint32_t distance = random.below(narrow ? 256 : 900);
    const std::uint32_t from = up ? most - distance : least + distance;
    const std::uint32_t limit = up ? least + random.below(64) : most - random.below(64);
    std::vector<std::uint64_t> values = {from, limit, 0};
    const auto guard = LoopGuard::of(pool, forms, holds);
    ASSERT_TRUE(guard);
    if (value(holds, values) == 0) continue;
    const auto failure = guard->failure(generic, constants(values));
    ASSERT_TRUE(failure);
    const std::uint64_t count = value(failure->count, {});
    ASSERT_LE(count, 900U);
    ASSERT_GE(count, 1U);
    for (std::uint64_t n = 0; n < count; ++n) {
      ASSERT_EQ(value(holds, values), 1U) << "it fails after " << n << " of " << count;
      values = next(updates, values);
    }
    const bool failed = value(holds, values) == 0;
    ASSERT_EQ(value(failure->condition, {}) != 0, failed);
    ++(failed ? fails : holds_on);
  }
  EXPECT_GT(fails, testing::soaked(500, 100));
  EXPECT_GT(holds_on, testing::soaked(500, 100));
}

TEST_F(LoopGuards, HoldDuringAllIterationsIfTheySaySo) {
  testing::Random random(8);
  int held = 0;
  for (int i = 0; i < testing::soaked(8000, 1600); ++i) {
    const std::vector<Term> updates = {pool.add(generic[0], step(random)), pool.add(generic[1], step(random)),
                                       generic[2]};
    InductionForms forms(pool, support, generic, updates);
    const Term holds = condition(random);
    if (holds.is_constant()) continue;
    const auto guard = LoopGuard::of(pool, forms, holds);
    std::vector<std::uint64_t> values = {start(random), start(random), 0};
    if (!guard || value(holds, values) == 0) continue;
    const std::uint64_t count = 1 + random.below(200);
    if (value(guard->holds_during(generic, constants(values), constant(count)), {}) == 0) continue;
    ++held;
    for (std::uint64_t n = 0; n < count; ++n) {
      ASSERT_EQ(value(holds, values), 1U) << "it fails after " << n << " of " << count;
      values = next(updates, values);
    }
  }
  EXPECT_GT(held, testing::soaked(300, 60));
}

TEST_F(LoopGuards, ClosedFormsAreWhatIterationsLeave) {
  testing::Random random(9);
  const Term x = generic[0], y = generic[1];
  for (int i = 0; i < 2000; ++i) {
    const Term k = constant(random.word());
    // x is linear, y is quadratic or linear with another step, z is derived from both.
    const std::vector<Term> updates = {pool.add(x, step(random)),
                                       pool.add(y, pool.add(pool.mul(x, constant(random.below(5))), k)),
                                       pool.bit_xor(pool.mul(x, k), constant(random.word()))};
    InductionForms forms(pool, support, generic, updates);
    ASSERT_FALSE(forms.without_form());
    std::vector<std::uint64_t> values = {random.word(), random.word(), random.word()};
    const std::vector<Term> start = constants(values);
    const std::uint64_t count = 1 + random.below(40);
    for (std::uint64_t n = 0; n < count; ++n) values = next(updates, values);
    const std::vector<Term> end = forms.after(start, constant(count));
    for (std::size_t v = 0; v < 3; ++v) EXPECT_EQ(value(end[v], {}), values[v]);
  }
}

TEST_F(LoopGuards, WhatFeedsOnItselfHasNoForm) {
  const std::vector<Term> updates = {pool.add(generic[0], generic[0]), generic[1], pool.add(generic[0], generic[1])};
  InductionForms forms(pool, support, generic, updates);
  EXPECT_EQ(forms.kind(0), Induction::None);
  EXPECT_EQ(forms.kind(1), Induction::Fixed);
  EXPECT_EQ(forms.without_form(), 0U);
}

}  // namespace
}  // namespace janus::engine
