#include "term/smtlib.h"

#include <gtest/gtest.h>

namespace janus::term {
namespace {

TEST(SmtLib, ScriptDeclaresVariablesAndSharesSubterms) {
  TermPool pool;
  const Term x = pool.variable("size", 32);
  const Term sum = pool.add(x, pool.constant(32, 1));
  const Term assertion = pool.ult(sum, pool.mul(sum, x));
  const std::string script = smtlib_script(pool, std::vector{assertion});
  EXPECT_NE(script.find("(set-logic QF_BV)"), std::string::npos);
  EXPECT_NE(script.find("(declare-const |size| (_ BitVec 32))"), std::string::npos);
  const auto first = script.find("bvadd");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(script.find("bvadd", first + 1), std::string::npos) << "a shared subterm is defined once\n" << script;
  EXPECT_NE(script.find("(check-sat)"), std::string::npos);
}

}  // namespace
}  // namespace janus::term
