// Substitution means evaluating under the values of what was put in.
#include "term/substitute.h"

#include <gtest/gtest.h>

#include "term/evaluate.h"
#include "testing/random.h"

namespace janus::term {
namespace {

TEST(Substitution, IsEvaluationOfWhatWasPutIn) {
  testing::Random random(3);
  for (int round = 0; round < 300; ++round) {
    TermPool pool;
    const Term x = pool.variable("x", 32), y = pool.variable("y", 32);
    std::vector<Term> terms = {x, y, pool.constant(32, random.word())};
    const auto any = [&] { return terms[random.below(static_cast<std::uint32_t>(terms.size()))]; };
    for (int i = 0; i < 12; ++i) {
      switch (random.below(5)) {
        case 0: terms.push_back(pool.add(any(), any())); break;
        case 1: terms.push_back(pool.mul(any(), any())); break;
        case 2: terms.push_back(pool.ite(pool.ult(any(), any()), any(), any())); break;
        case 3: terms.push_back(pool.concat(pool.extract(any(), 15, 0), pool.extract(any(), 31, 16))); break;
        default: terms.push_back(pool.bit_xor(any(), any())); break;
      }
    }
    const Term variables[] = {x, y}, replacements[] = {any(), any()};
    Substitution substitution(pool, variables, replacements);
    const Assignment before = {random.word(), random.word()};
    const Assignment after = {evaluate(replacements[0], before), evaluate(replacements[1], before)};
    for (const Term term : terms) EXPECT_EQ(evaluate(substitution(term), before), evaluate(term, after));
  }
}

TEST(Substitution, OfADeepTermNeedsNoStack) {
  TermPool pool;
  const Term x = pool.variable("x", 32), y = pool.variable("y", 32);
  Term deep = x;
  for (std::uint32_t i = 0; i < 100'000; ++i)
    deep = pool.ite(pool.eq(x, pool.constant(32, i)), y, pool.bit_xor(deep, y));
  const Term variables[] = {y}, replacements[] = {pool.add(x, x)};
  EXPECT_EQ(evaluate(Substitution(pool, variables, replacements)(deep), {5}), evaluate(deep, {5, 10}));
}

}  // namespace
}  // namespace janus::term
