#include "term/symbolic_values.h"

#include <gtest/gtest.h>

namespace janus::term {
namespace {

TEST(SymbolicValues, ConcreteOperandsBuildNoTerm) {
  TermPool pool;
  SymbolicValues v(pool);
  const std::size_t before = pool.size();
  const auto sum = v.add(v.constant<32>(40), v.constant<32>(2));
  EXPECT_TRUE(sum.is_concrete());
  EXPECT_EQ(sum.bits.raw, 42U);
  EXPECT_TRUE(v.slt(sum, v.constant<32>(50)).is_concrete());
  EXPECT_EQ(pool.size(), before);
}

TEST(SymbolicValues, ATermThatSimplifiesToAConstantIsConcreteAgain) {
  TermPool pool;
  SymbolicValues v(pool);
  const auto x = v.from_term<32>(pool.variable("x", 32));
  const auto zero = v.bit_xor(x, x);
  EXPECT_TRUE(zero.is_concrete());
  EXPECT_EQ(zero.bits.raw, 0U);
}

TEST(SymbolicValues, OneSymbolicOperandMakesTheResultATerm) {
  TermPool pool;
  SymbolicValues v(pool);
  const Term x = pool.variable("x", 32);
  const auto sum = v.add(v.from_term<32>(x), v.constant<32>(2));
  ASSERT_FALSE(sum.is_concrete());
  EXPECT_EQ(sum.term, pool.add(x, pool.constant(32, 2)));
}

}  // namespace
}  // namespace janus::term
