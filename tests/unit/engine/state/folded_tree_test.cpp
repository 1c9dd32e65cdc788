// The folded tree of forks, and which paths discover something.
#include "engine/state/folded_tree.h"

#include <gtest/gtest.h>

#include "engine/state/discoveries.h"

namespace janus::engine {
namespace {

class FoldedTreeTest : public ::testing::Test {
 protected:
  FoldedTreeTest() { tree.appeared(state); }
  // Forks `state` at a place; returns the sibling.
  ExecutionState fork(std::uint32_t pc, bool holds) {
    state.hart.pc = pc;
    ExecutionState sibling = state;
    tree.forked(state, sibling, holds);
    return sibling;
  }
  std::uint64_t present() const {
    std::uint64_t sum = 0;
    for (const FoldedTree::Side& side : tree.sides()) sum += side.here;
    return sum;
  }

  FoldedTree tree{[](std::uint32_t pc) { return pc & ~0xfU; }};
  ExecutionState state{Memory(4096)};
};

TEST_F(FoldedTreeTest, HasASideForEachWay) {
  const ExecutionState sibling = fork(0x100, true);
  ASSERT_EQ(tree.nodes().size(), 2U);
  EXPECT_EQ(tree.nodes()[1].place, 0x100U);
  EXPECT_EQ(state.fork_side, 3U) << "the condition holds";
  EXPECT_EQ(sibling.fork_side, 2U);
  tree.ended(sibling, Termination::Exited);
  EXPECT_EQ(tree.sides()[2].ended.at(Termination::Exited), 1U);
  EXPECT_EQ(present(), 1U);
}

TEST_F(FoldedTreeTest, GoesBackToThePlaceOfALoop) {
  for (int i = 0; i < 1000; ++i) {
    fork(0x104, true);   // the head
    fork(0x208, false);  // within the body
  }
  EXPECT_EQ(tree.nodes().size(), 3U);
  EXPECT_EQ(tree.nodes()[1].forks, 1000U);
  EXPECT_EQ(tree.nodes()[2].forks, 1000U);
  EXPECT_EQ(tree.nodes()[2].parent, 3U);
  EXPECT_EQ(present(), 2001U);
}

TEST_F(FoldedTreeTest, IsLimitedInDepthAndLosesNoState) {
  for (std::uint32_t i = 1; i <= 1000; ++i) fork(0x1000 * i, true);
  std::uint64_t forks = 0;
  for (const FoldedTree::Node& node : tree.nodes()) forks += node.forks + node.folded;
  EXPECT_LT(tree.nodes().size(), 300U);
  EXPECT_EQ(forks, 1000U);
  EXPECT_EQ(present(), 1001U);
}

TEST(DiscoveriesTest, BelongToTheFirstPathThatTells) {
  Discoveries discoveries;
  ExecutionState a{Memory(4096)};
  EXPECT_FALSE(discoveries.tell(a)) << "nothing was discovered";
  discoveries.add(a);
  ExecutionState b = a;
  discoveries.add(b);
  EXPECT_TRUE(discoveries.tell(a));
  EXPECT_TRUE(discoveries.tell(b)) << "it has one more";
  EXPECT_FALSE(discoveries.tell(a));
  ExecutionState c = b;
  EXPECT_FALSE(discoveries.tell(c)) << "all of its discoveries were told";
}

}  // namespace
}  // namespace janus::engine
