// Where the loops of a text of C are.
#include "app/source_loops.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

const std::vector<std::string> kLines = {"#define FOREVER for (;;) {",                   // 1
                                         "/* while (no) {",                              // 2
                                         "   } */ int f(int n) {",                       // 3
                                         "  for (int i = 0; i < n; i++) {  // for (x)",  // 4
                                         "    while (g(i, \"while (\\\") {\"))",         // 5
                                         "      if (n > '{')",                           // 6
                                         "        n--;",                                 // 7
                                         "      else",                                   // 8
                                         "        do {",                                 // 9
                                         "          n += 2;",                            // 10
                                         "        } while (n < 3 &&",                    // 11
                                         "                 n > 1);",                     // 12
                                         "    int a[] = {1, 2};",                        // 13
                                         "  }",                                          // 14
                                         "  for (int i = 0; i < n; i++) for (;;) h();",  // 15
                                         "  while (n--);",                               // 16
                                         "  return for_each(n);",                        // 17
                                         "}"};                                           // 18

TEST(SourceLoops, ReachToTheEndOfTheirStatement) {
  std::vector<std::pair<int, int>> found;
  for (const SourceLoop& loop : source_loops(kLines)) found.emplace_back(loop.head, loop.last);
  const std::vector<std::pair<int, int>> wanted = {{4, 14}, {5, 12}, {9, 12}, {15, 15}, {15, 15}, {16, 16}};
  EXPECT_EQ(found, wanted);
}

TEST(SourceLoops, AreFoundForLinesOfTheMachineCode) {
  const auto loops = source_loops(kLines);
  EXPECT_EQ(innermost_head(loops, {10}), 9);
  EXPECT_EQ(innermost_head(loops, {7, 10}), 5);
  EXPECT_EQ(innermost_head(loops, {4, 10}), 4);
  EXPECT_EQ(innermost_head(loops, {13}), 4);
  EXPECT_EQ(innermost_head(loops, {13, 16}), 0) << "no loop has both";
  EXPECT_EQ(innermost_head(loops, {2, 10}), 9) << "nothing of line 2 is in a loop";
  EXPECT_EQ(innermost_head(loops, {}), 0);
}

// What is no program has an end, too.
TEST(SourceLoops, EndWithTheText) {
  for (const std::string text :
       {"for", "for (", "while (a) {", "do", "do { } while", "for (;;) if (a) b; else", "}}}", "\"", "'", "/*", "#\\"})
    EXPECT_LE(source_loops({text}).size(), 2U) << text;
}

}  // namespace
}  // namespace janus::app
