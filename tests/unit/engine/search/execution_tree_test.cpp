#include "engine/search/execution_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace janus::engine {
namespace {

class TreeOfForks : public ::testing::Test {
 protected:
  TreeOfForks() {
    states.push_back(std::make_unique<ExecutionState>(Memory(4096)));
    tree.add_root(*states[0]);
  }
  ExecutionState& fork(ExecutionState& state) {
    states.push_back(std::make_unique<ExecutionState>(state));
    states.back()->id = states.size() - 1;
    tree.fork(state, *states.back());
    return *states.back();
  }
  std::map<std::uint64_t, int> picks(int count) {
    std::map<std::uint64_t, int> picked;
    for (int i = 0; i < count; ++i) ++picked[tree.pick(random).id];
    return picked;
  }
  // The number of steps of a walk: each step draws once.
  int steps_of_a_pick() {
    std::mt19937_64 before = random;
    tree.pick(random);
    int steps = 0;
    for (; before != random; ++steps) before();
    return steps;
  }

  std::vector<std::unique_ptr<ExecutionState>> states;
  ExecutionTree tree;
  std::mt19937_64 random{3};
};

TEST_F(TreeOfForks, AWalkHalvesItsOddsAtEachForkHoweverManyStatesAreBelow) {
  ExecutionState* in_loop = states[0].get();
  for (int i = 0; i < 9; ++i) in_loop = &fork(*in_loop);  // the sibling forks next: 0 stays behind, then 1, ...
  auto picked = picks(8000);
  EXPECT_NEAR(picked[0], 4000, 250);
  EXPECT_NEAR(picked[1], 2000, 250);
  EXPECT_NEAR(picked[2], 1000, 200);
}

TEST_F(TreeOfForks, ANodeWithOneChildLeftDisappears) {
  fork(*states[0]);
  fork(*states[1]);
  fork(*states[2]);
  EXPECT_EQ(tree.nodes(), 7U);
  tree.end(*states[1]);
  tree.end(*states[2]);
  EXPECT_EQ(tree.nodes(), 3U);
  auto picked = picks(4000);
  EXPECT_NEAR(picked[0], 2000, 200);
  EXPECT_NEAR(picked[3], 2000, 200);
  tree.end(*states[0]);
  EXPECT_EQ(steps_of_a_pick(), 0);
  tree.end(*states[3]);
  EXPECT_EQ(tree.nodes(), 0U);
}

TEST_F(TreeOfForks, NodesStayBelowTwiceTheStatesAndAreUsedAgain) {
  for (int round = 0; round < 1000; ++round) {
    ExecutionState& sibling = fork(*states[0]);
    EXPECT_EQ(tree.nodes(), 3U);
    tree.end(sibling);
    states.pop_back();
  }
  EXPECT_EQ(tree.nodes(), 1U);
}

TEST_F(TreeOfForks, AWalkTakesAtMostLogarithmicallyManyStepsOnAverage) {
  constexpr int kPicks = 500;
  const auto average = [&] {
    double steps = 0;
    for (int i = 0; i < kPicks; ++i) steps += steps_of_a_pick();
    return steps / kPicks;
  };
  ExecutionState* in_loop = states[0].get();
  for (int i = 1; i < 2048; ++i) in_loop = &fork(*in_loop);
  EXPECT_LE(average(), 3) << "lopsided: two, although the deepest leaf is 2047 steps away";
  for (int i = 0; i < 2048; ++i) fork(tree.pick(random));
  EXPECT_LE(average(), std::log2(4096));
}

}  // namespace
}  // namespace janus::engine
