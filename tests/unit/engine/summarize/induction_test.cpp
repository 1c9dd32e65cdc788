// Closed forms of what loops do, compared with going around them on machine integers.
#include "engine/summarize/induction.h"

#include <gtest/gtest.h>

#include <array>

#include "testing/random.h"

namespace janus::engine {
namespace {

class InductionKinds : public ::testing::Test {
 protected:
  using Words = std::vector<std::uint64_t>;
  static constexpr std::size_t kLocations = 6;

  InductionKinds() {
    for (std::size_t i = 0; i < kLocations; ++i) generic.push_back(pool.variable("v" + std::to_string(i), 32));
  }

  term::Term number(std::uint64_t value) { return pool.constant(32, value & 0xffff'ffff); }
  std::vector<term::Term> terms_of(const Words& values) {
    std::vector<term::Term> terms;
    for (const std::uint64_t v : values) terms.push_back(number(v));
    return terms;
  }
  Words random_words() {
    Words words;
    for (std::size_t i = 0; i < kLocations; ++i) words.push_back(random.operand());
    return words;
  }
  std::uint64_t evaluate(term::Term term, const Words& values) {
    term::Assignment assignment;
    for (const std::uint64_t v : values) assignment.push_back(v);
    evaluator.assign(assignment);
    return evaluator(term);
  }
  Words evaluate(const std::vector<term::Term>& terms, const Words& values) {
    Words result;
    for (const term::Term term : terms) result.push_back(evaluate(term, values));
    return result;
  }

  // A location of one of these kinds, or nothing.
  std::optional<std::size_t> some(std::initializer_list<Induction> wanted) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < kLocations; ++i) {
      if (std::find(wanted.begin(), wanted.end(), kinds[i]) != wanted.end()) found.push_back(i);
    }
    return found.empty() ? std::nullopt : std::optional(random.pick(found));
  }
  term::Term odd() { return number(1 + 2 * random.below(50)); }

  // Kinds of locations, and updates that are of that kind and of no simpler one.
  void choose() {
    for (Induction& kind : kinds) kind = static_cast<Induction>(random.below(4));
    kinds[random.below(kLocations)] = Induction::Linear;
    updates.clear();
    for (std::size_t i = 0; i < kLocations; ++i) {
      const term::Term here = generic[i];
      switch (kinds[i]) {
        case Induction::Fixed: updates.push_back(here); break;
        case Induction::Linear: {
          const auto fixed = random.one_in(2) ? some({Induction::Fixed}) : std::nullopt;
          const term::Term step = fixed ? pool.bit_xor(generic[*fixed], number(random.word())) : odd();
          updates.push_back(random.one_in(2) ? pool.add(here, step) : pool.sub(here, step));
          break;
        }
        case Induction::Quadratic: {
          term::Term amount = pool.mul(generic[*some({Induction::Linear})], odd());
          if (const auto fixed = some({Induction::Fixed}); fixed && random.one_in(2)) {
            amount = pool.add(amount, pool.mul(generic[*fixed], generic[*fixed]));
          }
          updates.push_back(pool.add(here, pool.add(amount, number(random.operand()))));
          break;
        }
        case Induction::Derived: {
          const auto from = [&] { return generic[*some({Induction::Fixed, Induction::Linear, Induction::Quadratic})]; };
          updates.push_back(pool.bit_xor(pool.mul(from(), from()), pool.bit_or(from(), number(random.word()))));
          break;
        }
        case Induction::None: break;
      }
    }
  }

  testing::Random random{52};
  term::TermPool pool;
  term::Support support;
  term::Evaluator evaluator;
  std::vector<term::Term> generic, updates;
  std::array<Induction, kLocations> kinds{};
};

TEST_F(InductionKinds, AreFoundAndTheirFormsAreWhatIterationsLeave) {
  for (int i = 0; i < 250; ++i) {
    choose();
    InductionForms forms(pool, support, generic, updates);
    for (std::size_t v = 0; v < kLocations; ++v) ASSERT_EQ(forms.kind(v), kinds[v]) << "location " << v;
    ASSERT_FALSE(forms.without_form());
    const Words start = random_words();
    const std::uint32_t count = 1 + random.below(30);
    Words now = start;
    for (std::uint32_t n = 0; n < count; ++n) now = evaluate(updates, now);
    ASSERT_EQ(evaluate(forms.after(terms_of(start), number(count)), {}), now) << "after " << count;
    // The count may be a term as well.
    const term::Term symbolic = pool.variable("count", 32);
    Words assignment(symbolic->value + 1);
    assignment[symbolic->value] = count;
    ASSERT_EQ(evaluate(forms.after(terms_of(start), symbolic), assignment), now);
  }
}

TEST_F(InductionKinds, FormsAfterSomeIterationsAndSomeMoreAreThoseAfterAllOfThem) {
  for (int i = 0; i < 250; ++i) {
    choose();
    InductionForms forms(pool, support, generic, updates);
    const Words start = random_words();
    const std::uint32_t first = 1 + random.below(1U << 31), second = 1 + random.below((1U << 31) - 1);
    const Words between = evaluate(forms.after(terms_of(start), number(first)), {});
    EXPECT_EQ(evaluate(forms.after(terms_of(between), number(second)), {}),
              evaluate(forms.after(terms_of(start), number(first + second)), {}));
  }
}

TEST_F(InductionKinds, WhatIsSaidOfTermsHoldsInEveryIteration) {
  int derived = 0;
  for (int i = 0; i < 400; ++i) {
    choose();
    InductionForms forms(pool, support, generic, updates);
    Words now = random_words();
    for (int n = 0; n < 3; ++n) now = evaluate(updates, now);
    const Words next = evaluate(updates, now);
    const auto any = [&] { return generic[random.below(kLocations)]; };
    const term::Term term = pool.bit_and(pool.add(any(), number(random.word())), pool.bit_or(any(), odd()));
    if (forms.is_fixed(term)) {
      EXPECT_EQ(evaluate(term, now), evaluate(term, next));
    }
    if (forms.is_linear_input(term)) {
      EXPECT_FALSE(forms.reads_derived(term));
      EXPECT_EQ(evaluate(forms.advanced(term), now), evaluate(term, next));
    }
    const term::Term explained = forms.without_derived(term);
    EXPECT_EQ(evaluate(explained, now), evaluate(term, now)) << "after at least one iteration";
    if (!forms.reads_derived(term)) {
      EXPECT_EQ(explained, term);
    }
    derived += forms.reads_derived(term) && !forms.reads_derived(explained);
  }
  EXPECT_GT(derived, 20);
}

TEST_F(InductionKinds, WhatHasNoFormIsNamed) {
  updates = generic;
  updates[3] = pool.mul(generic[3], number(3));
  updates[4] = pool.add(generic[4], generic[3]);
  updates[5] = generic[3];
  InductionForms forms(pool, support, generic, updates);
  EXPECT_EQ(forms.without_form(), 3U);
  EXPECT_EQ(forms.kind(3), Induction::None) << "a geometric series";
  EXPECT_EQ(forms.kind(4), Induction::None);
  EXPECT_EQ(forms.kind(5), Induction::None) << "computed from what has none";
  EXPECT_EQ(forms.kind(2), Induction::Fixed);
}

TEST_F(InductionKinds, ASumOfSumsHasNoForm) {
  updates = generic;
  updates[0] = pool.add(generic[0], number(1));
  updates[1] = pool.add(generic[1], generic[0]);
  updates[2] = pool.add(generic[2], generic[1]);
  InductionForms forms(pool, support, generic, updates);
  EXPECT_EQ(forms.kind(1), Induction::Quadratic);
  EXPECT_EQ(forms.kind(2), Induction::None) << "it is cubic";
  EXPECT_FALSE(forms.reads_derived(generic[1]));
  updates[1] = pool.add(generic[1], pool.mul(generic[0], generic[0]));
  InductionForms squares(pool, support, generic, updates);
  EXPECT_EQ(squares.kind(1), Induction::None) << "so is a sum of squares";
}

}  // namespace
}  // namespace janus::engine
