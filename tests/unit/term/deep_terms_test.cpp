// Firmware that loops over a symbolic value builds terms a million operations deep. Nothing that is done with a term
// may need stack, or more than linear time, in its depth.
#include <gtest/gtest.h>

#include "solver/cadical_solver.h"
#include "term/evaluate.h"
#include "term/range.h"
#include "term/smtlib.h"
#include "testing/size.h"

namespace janus::term {
namespace {

// Under sanitizers a stack frame has a hundred bytes or more, so that the stack ends after fewer calls.
const int kMillion = testing::soaked(1'000'000, 200'000);

struct Shape {
  const char* name;
  unsigned width;
  int depth;  // operations
  Term (*deeper)(TermPool& pool, Term term, Term x, int i);
};

Term constant(TermPool& pool, Term like, std::uint64_t value) { return pool.constant(like.width(), value); }

const Shape kShapes[] = {
    {"SumOfWhatIsNotLinear", 32, kMillion,
     [](TermPool& pool, Term t, Term x, int) { return pool.add(pool.mul(t, x), pool.bit_and(t, x)); }},
    {"LongSum", 32, kMillion,
     [](TermPool& pool, Term t, Term x, int i) {
       return pool.add(t, pool.mul(x, pool.bit_xor(x, constant(pool, x, static_cast<std::uint64_t>(i % 97 + 2)))));
     }},
    {"XorWithVariable", 32, kMillion,
     [](TermPool& pool, Term t, Term x, int) { return pool.bit_xor(pool.mul(t, constant(pool, t, 3)), x); }},
    {"ConstantsAddedAndXored", 32, kMillion,
     [](TermPool& pool, Term t, Term, int) {
       return pool.bit_xor(pool.add(t, constant(pool, t, 1)), constant(pool, t, 0x55));
     }},
    {"Choices", 8, kMillion,
     [](TermPool& pool, Term t, Term x, int i) {
       return pool.ite(pool.ult(x, constant(pool, x, static_cast<std::uint64_t>(i) % 200 + 3)), t,
                       constant(pool, t, static_cast<std::uint64_t>(i) % 7));
     }},
    {"ChoicesOnThemselves", 8, kMillion,
     [](TermPool& pool, Term t, Term x, int i) {
       return pool.ite(pool.eq(t, constant(pool, t, static_cast<std::uint64_t>(i) % 256)), x,
                       pool.add(t, constant(pool, t, 1)));
     }},
    {"Products", 8, kMillion, [](TermPool& pool, Term t, Term x, int) { return pool.mul(t, x); }},
    {"Quotients", 8, kMillion,
     [](TermPool& pool, Term t, Term x, int) {
       return pool.bit_or(pool.udiv(pool.bit_not(t), x), constant(pool, t, 0x21));
     }},
    {"Remainders", 8, kMillion, [](TermPool& pool, Term t, Term x, int) { return pool.add(pool.urem(x, t), x); }},
    {"PiecesPutTogether", 32, kMillion,
     [](TermPool& pool, Term t, Term x, int) {
       return pool.concat(pool.extract(t, 22, 0), pool.extract(pool.mul(t, x), 31, 23));
     }},
    // Each of these is some twenty operations on pieces.
    {"Rotations", 32, kMillion / 10,
     [](TermPool& pool, Term t, Term x, int) {
       const Term rotated = pool.bit_or(pool.shl(t, constant(pool, t, 7)), pool.lshr(t, constant(pool, t, 25)));
       return pool.bit_xor(rotated, x);
     }},
    {"SignExtensions", 32, kMillion,
     [](TermPool& pool, Term t, Term x, int) {
       return pool.add(pool.sign_extend(pool.extract(pool.bit_xor(t, x), 15, 0), 32), x);
     }},
    {"Connectives", 1, kMillion,
     [](TermPool& pool, Term t, Term x, int i) { return i % 2 ? pool.bit_and(pool.bit_not(t), x) : pool.eq(t, x); }},
    {"Conjunctions", 1, kMillion,
     [](TermPool& pool, Term t, Term, int i) {
       const Term v = pool.variable("v" + std::to_string(i % 1000), 32);
       return pool.bit_or(pool.bit_and(t, pool.ult(v, pool.constant(32, static_cast<std::uint64_t>(i) + 5))),
                          pool.slt(v, pool.constant(32, static_cast<std::uint64_t>(i))));
     }},
};

class DeepTerms : public ::testing::TestWithParam<Shape> {
 protected:
  Term build() {
    const Shape& shape = GetParam();
    const Term x = pool.variable("x", shape.width);
    Term term = pool.variable("start", shape.width);
    for (int i = 0; i < shape.depth; ++i) term = shape.deeper(pool, term, x, i);
    return term;
  }
  // A truth value that depends on all of it.
  Term condition(Term term) { return term.width() == 1 ? term : pool.eq(term, pool.constant(term.width(), 5)); }

  TermPool pool;
};

TEST_P(DeepTerms, AreBuiltTakenApartAndEvaluated) {
  const Term term = build();
  const Term x = pool.variable("x", term.width());
  const unsigned width = term.width();
  const std::size_t size = pool.size();
  const std::vector<Term> derived{condition(term),
                                  pool.eq(term, x),
                                  pool.ult(term, pool.constant(width, 100)),
                                  pool.ult(pool.constant(width, 3), term),
                                  pool.slt(term, x),
                                  pool.extract(term, width / 2, 0),
                                  pool.extract(term, width - 1, width / 2),
                                  pool.sub(term, x),
                                  pool.bit_not(term),
                                  pool.bit_and(term, pool.constant(width, 0x3c)),
                                  pool.ite(condition(term), term, x),
                                  pool.sign_extend(term, 64)};
  EXPECT_LT(pool.size(), size + 3000) << "rules rebuilt much of it";
  EXPECT_LE(range(term).low, range(term).high);
  Evaluator value;
  Assignment assignment;
  for (std::size_t i = 0; i < pool.variables().size(); ++i) assignment.push_back(0x1234'5677 & mask(width));
  value.assign(assignment);
  const std::uint64_t result = value(term);
  EXPECT_LE(result, mask(width));
  EXPECT_EQ(value(derived[0]), width == 1 ? result : result == 5);
  EXPECT_EQ(value(derived[1]), result == value(x));
  EXPECT_EQ(value(derived[6]), result >> (width / 2));
  EXPECT_EQ(value(derived[7]), (result - value(x)) & mask(width));
  EXPECT_EQ(value(derived[11]), static_cast<std::uint64_t>(as_signed(result, width)));
}

TEST(DeepTerm, IsPrinted) {
  TermPool pool;
  const Term x = pool.variable("x", 8);
  Term term = pool.variable("y", 8);
  for (int i = 0; i < kMillion; ++i) {
    term = i % 3 ? pool.mul(term, x) : pool.ite(pool.eq(term, pool.constant(8, 5)), x, pool.udiv(x, term));
  }
  const std::string script = smtlib_script(pool, std::vector{pool.ult(term, x)});
  EXPECT_NE(script.find("(check-sat)"), std::string::npos);
}

// What is shallow in bits is blasted at full depth. Z3 is not asked here: lowering to it is iterative and it survives
// such depths, but its bit-vector theory takes quadratic time in them (Z3 4.8: a chain of 1,000 additions and xors of
// bytes 0.3 s, of 4,000 5 s), and does not look at its time limit meanwhile.
TEST(DeepTerm, IsBlasted) {
  TermPool pool;
  const Term x = pool.variable("x", 8);
  Term parity = pool.variable("c", 1), choice = pool.variable("y", 8);
  for (int i = 0; i < kMillion; ++i) {
    parity = pool.bit_and(pool.bit_not(parity), pool.variable("c" + std::to_string(i % 50), 1));
    if (i % 20 == 0) {
      choice = pool.ite(pool.ult(x, pool.constant(8, static_cast<std::uint64_t>(i) / 20 % 200 + 3)), choice,
                        pool.constant(8, static_cast<std::uint64_t>(i) / 20 % 7));
    }
  }
  const auto sat = solver::make_cadical_solver();
  Assignment model;
  for (const Term condition : {parity, pool.eq(choice, pool.constant(8, 5))}) {
    EXPECT_EQ(sat->check({}, condition, model), solver::Answer::Sat);
    EXPECT_EQ(evaluate(condition, model), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, DeepTerms, ::testing::ValuesIn(kShapes),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace janus::term
