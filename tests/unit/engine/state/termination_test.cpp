// The table of reasons to end a path: what people and files know them by.
#include "engine/state/termination.h"

#include <gtest/gtest.h>

#include <set>

namespace janus::engine {
namespace {

TEST(Terminations, EachHasARowOfItsOwnAndNamesThatNoOtherHas) {
  std::set<std::string_view> keys, texts;
  for (std::size_t i = 0; i < kTerminationCount; ++i) {
    const TerminationRow& reason = kTerminations[i];
    EXPECT_EQ(static_cast<std::size_t>(reason.reason), i);
    EXPECT_EQ(&row(reason.reason), &reason);
    EXPECT_TRUE(keys.insert(reason.key).second) << reason.key;
    EXPECT_TRUE(texts.insert(reason.text).second) << reason.text;
    EXPECT_EQ(reason.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << reason.key;
    EXPECT_FALSE(reason.key.empty() || reason.text.empty());
  }
}

}  // namespace
}  // namespace janus::engine
