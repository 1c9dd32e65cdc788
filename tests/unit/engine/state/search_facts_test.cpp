// Where calls return to, as far as a path remembers it.
#include "engine/state/search_facts.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/random.h"

namespace janus::engine {
namespace {

TEST(ReturnStacks, RememberTheInnermostCalls) {
  testing::Random random(64);
  ReturnStack stack;
  std::vector<std::uint32_t> calls;  // those it can know, outermost first
  unsigned deepest = 0;
  for (int i = 0; i < 5000; ++i) {
    if (random.below(9) < 5) {
      const std::uint32_t address = random.word();
      stack.push(address);
      calls.push_back(address);
      if (calls.size() > ReturnStack::kDepth) calls.erase(calls.begin());
    } else {
      stack.pop();
      if (!calls.empty()) calls.pop_back();
    }
    ASSERT_EQ(stack.size(), calls.size());
    for (unsigned level = 0; level < stack.size(); ++level) ASSERT_EQ(stack[level], calls[calls.size() - 1 - level]);
    deepest = std::max(deepest, stack.size());
    if (random.one_in(300)) {
      while (stack.size() > 0) stack.pop();
      calls.clear();
    }
  }
  EXPECT_EQ(deepest, ReturnStack::kDepth);
}

}  // namespace
}  // namespace janus::engine
