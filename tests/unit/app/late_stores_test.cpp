// Which lines of C set a variable.
#include "app/late_stores.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

TEST(MaySet, IsTrueOfAssignmentsToTheName) {
  EXPECT_TRUE(may_set("at++;", "at", false));
  EXPECT_TRUE(may_set("if (x) link->used = 3;", "l.used", true));
  EXPECT_TRUE(may_set("for (int i = 0; i < 8; i++) {", "i", false));
  EXPECT_TRUE(may_set("int c = t[at];", "c", false));
}

TEST(MaySet, IsFalseOfLinesThatOnlyAsk) {
  EXPECT_FALSE(may_set("while (at < 8 && text[at] != '\\n') {", "at", true));
  EXPECT_FALSE(may_set("if (c == 0) return 1;", "rest", false));
  EXPECT_FALSE(may_set("break;", "m->pc", true));
  EXPECT_FALSE(may_set("int rest = 0;", "at", true));
}

TEST(MaySet, IsTrueOfWhatMaySetMemoryByAnotherName) {
  EXPECT_TRUE(may_set("*p++ = c;", "text[3]", true));
  EXPECT_TRUE(may_set("body[n] = c;", "l.used", true)) << "which may lie behind the array";
  EXPECT_TRUE(may_set("feed(&l, bytes[i]);", "l.used", true));
  EXPECT_FALSE(may_set("feed(&l, bytes[i]);", "n", false)) << "a register is nobody else's";
  EXPECT_TRUE(may_set("", "n", false)) << "nobody knows";
}

}  // namespace
}  // namespace janus::app
