// Code that changes itself is noticed, whichever comes first: that it is executed, or written.
#include "engine/state/code_words.h"

#include <gtest/gtest.h>

#include <set>

#include "testing/random.h"

namespace janus::engine {
namespace {

TEST(CodeWordsOfMemory, ChangeIfAWordIsExecutedAndWritten) {
  constexpr std::uint32_t kBase = 0x8000'0000, kSize = 4096;
  testing::Random random(66);
  int changed = 0;
  for (int round = 0; round < 200; ++round) {
    CodeWords code(kBase, kSize);
    std::set<std::uint32_t> executed, written;
    for (int i = 0; i < 20; ++i) {
      const std::uint32_t address = kBase - 64 + random.below(kSize + 128);
      const bool execute = random.one_in(2);
      if (execute) {
        code.executed(address & ~3U, 4);
      } else {
        code.written(address);
      }
      if (address - kBase < kSize) (execute ? executed : written).insert(address & ~3U);
      const bool both =
          std::any_of(executed.begin(), executed.end(), [&](auto word) { return written.contains(word); });
      ASSERT_EQ(code.changed(), both);
      changed += both;
    }
    for (std::uint32_t address = kBase; address < kBase + kSize; address += 2) {
      ASSERT_EQ(code.is_executed(address), executed.contains(address & ~3U));
    }
    EXPECT_FALSE(code.is_executed(kBase + 2 * kSize));
  }
  EXPECT_GT(changed, 20);
}

}  // namespace
}  // namespace janus::engine
