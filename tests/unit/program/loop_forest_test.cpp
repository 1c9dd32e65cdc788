// Dominators and loops of small graphs, and of random graphs, whose results are computed again from the definitions.
#include "program/loop_forest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "testing/random.h"

namespace janus::program {
namespace {

using Nodes = std::vector<std::uint32_t>;
using NodeSet = std::set<std::uint32_t>;

// What `from` leads to, itself included, without going through `removed`.
std::vector<bool> reachable(const program::Successors& graph, std::uint32_t from, std::uint32_t removed = kNoNode) {
  std::vector<bool> seen(graph.size());
  Nodes waiting;
  const auto visit = [&](std::uint32_t node) {
    if (node == removed || seen[node]) return;
    seen[node] = true;
    waiting.push_back(node);
  };
  visit(from);
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t successor : graph[node]) visit(successor);
  }
  return seen;
}

// The dominators of a node by definition, without the node itself.
NodeSet strict_dominators(const program::Successors& graph, std::uint32_t root, std::uint32_t node) {
  NodeSet dominators;
  for (std::uint32_t other = 0; other < graph.size(); ++other) {
    if (other != node && reachable(graph, root)[other] && !reachable(graph, root, other)[node])
      dominators.insert(other);
  }
  return dominators;
}

NodeSet ancestors(const Nodes& immediate, std::uint32_t node) {
  NodeSet all;
  while ((node = immediate[node]) != kNoNode) all.insert(node);
  return all;
}

program::Successors random_graph(testing::Random& random) {
  program::Successors graph(1 + random.below(14));
  const auto size = static_cast<std::uint32_t>(graph.size());
  for (std::uint32_t edges = random.below(3 * size); edges > 0; --edges)
    graph[random.below(size)].push_back(random.below(size));
  return graph;
}

NodeSet nodes(const LoopForest& forest, std::uint32_t loop) {
  const auto span = forest.nodes(loop);
  return {span.begin(), span.end()};
}

constexpr int kGraphs = 3000;

TEST(Dominators, AreThoseWithoutWhichANodeCannotBeReached) {
  testing::Random random(1);
  for (int i = 0; i < kGraphs; ++i) {
    const program::Successors graph = random_graph(random);
    const Nodes immediate = immediate_dominators(graph, 0);
    const auto reached = reachable(graph, 0);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const NodeSet expected = reached[node] ? strict_dominators(graph, 0, node) : NodeSet{};
      ASSERT_EQ(ancestors(immediate, node), expected) << "graph " << i << ", node " << node;
    }
  }
}

TEST(PostDominators, AreThoseWithoutWhichNoEndCanBeReached) {
  testing::Random random(2);
  for (int i = 0; i < kGraphs; ++i) {
    const program::Successors graph = random_graph(random);
    program::Successors with_end = graph;
    const auto end = static_cast<std::uint32_t>(graph.size());
    with_end.emplace_back();
    for (std::uint32_t node = 0; node < end; ++node) {
      if (graph[node].empty()) with_end[node].push_back(end);
    }
    const Nodes immediate = immediate_post_dominators(graph);
    for (std::uint32_t node = 0; node < end; ++node) {
      NodeSet expected;
      for (std::uint32_t other = 0; other < end && reachable(with_end, node)[end]; ++other) {
        if (other != node && !reachable(with_end, node, other)[end]) expected.insert(other);
      }
      ASSERT_EQ(ancestors(immediate, node), expected) << "graph " << i << ", node " << node;
    }
  }
}

TEST(PostDominators, OfADiamondIsWhereItsSidesMeet) {
  EXPECT_EQ(immediate_post_dominators({{1, 2}, {3}, {3}, {}}), (Nodes{3, 3, 3, kNoNode}));
}

TEST(PostDominators, OfALoopWithABreakIsWhatFollowsIt) {
  // 0: header. 1: the break. 2: back. 3: behind the loop.
  EXPECT_EQ(immediate_post_dominators({{1, 3}, {2, 3}, {0}, {}}), (Nodes{3, 3, 0, kNoNode}));
}

TEST(PostDominators, ALoopWithoutEndHasNone) {
  EXPECT_EQ(immediate_post_dominators({{1, 2}, {1}, {}}), (Nodes{2, kNoNode, kNoNode}));
}

TEST(LoopForest, HasNestedLoopsWithTheirDepthsAndExits) {
  // 0 -> 1 (outer) -> 2 (inner) -> 3 -> 2, 3 -> 4 -> 1, 2 -> 5 out of both
  const LoopForest forest({{1}, {2}, {3, 5}, {2, 4}, {1, 5}, {}}, 0);
  ASSERT_EQ(forest.loops().size(), 2U);
  const Loop &outer = forest.loops()[0], &inner = forest.loops()[1];
  EXPECT_EQ(outer.header, 1U);
  EXPECT_EQ(outer.parent, kNoNode);
  EXPECT_EQ(outer.depth, 1U);
  EXPECT_EQ(nodes(forest, 0), (NodeSet{1, 2, 3, 4}));
  EXPECT_EQ(outer.back_edges, (std::vector<GraphEdge>{{4, 1}}));
  EXPECT_EQ(outer.exits, (std::vector<GraphEdge>{{2, 5}, {4, 5}}));
  EXPECT_EQ(inner.header, 2U);
  EXPECT_EQ(inner.parent, 0U);
  EXPECT_EQ(inner.depth, 2U);
  EXPECT_EQ(nodes(forest, 1), (NodeSet{2, 3}));
  EXPECT_EQ(inner.back_edges, (std::vector<GraphEdge>{{3, 2}}));
  EXPECT_EQ(inner.exits, (std::vector<GraphEdge>{{2, 5}, {3, 4}}));
  EXPECT_FALSE(forest.irreducible());
  EXPECT_EQ(forest.innermost(0), kNoNode);
  EXPECT_EQ(forest.innermost(4), 0U);
  EXPECT_EQ(forest.innermost(3), 1U);
}

TEST(LoopForest, TwoBackEdgesToOneHeaderAreOneLoop) {
  const LoopForest forest({{1, 2, 3}, {0}, {0}, {}}, 0);
  ASSERT_EQ(forest.loops().size(), 1U);
  EXPECT_EQ(nodes(forest, 0), (NodeSet{0, 1, 2}));
  EXPECT_EQ(forest.loops()[0].back_edges, (std::vector<GraphEdge>{{1, 0}, {2, 0}}));
}

TEST(LoopForest, ALoopWithTwoEntriesIsIrreducible) {
  const LoopForest forest({{1, 2}, {2, 3}, {1}, {}}, 0);
  ASSERT_EQ(forest.loops().size(), 1U);
  EXPECT_TRUE(forest.loops()[0].irreducible);
  EXPECT_TRUE(forest.irreducible());
  EXPECT_EQ(nodes(forest, 0), (NodeSet{1, 2}));
}

TEST(LoopForest, ANodeThatLeadsToItselfIsALoop) {
  const LoopForest forest({{0, 1}, {}}, 0);
  ASSERT_EQ(forest.loops().size(), 1U);
  EXPECT_EQ(nodes(forest, 0), NodeSet{0});
  EXPECT_TRUE(forest.is_back_edge({0, 0}));
}

// The natural loop of a header: the nodes that lead to a source of its back edges without going through the header.
NodeSet natural_loop(const program::Successors& graph, std::uint32_t header) {
  NodeSet loop{header};
  for (std::uint32_t source = 0; source < graph.size(); ++source) {
    const auto to_header = std::count(graph[source].begin(), graph[source].end(), header);
    if (!to_header || !reachable(graph, 0)[source] || (source != header && reachable(graph, 0, header)[source]))
      continue;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      if (node != header && reachable(graph, 0)[node] && reachable(graph, node, header)[source]) loop.insert(node);
    }
  }
  return loop;
}

TEST(LoopForest, ReducibleGraphsHaveTheirNaturalLoopsAndOthersAreFlagged) {
  testing::Random random(3);
  int reducible = 0, irreducible = 0;
  for (int i = 0; i < kGraphs; ++i) {
    const program::Successors graph = random_graph(random);
    const LoopForest forest(graph, 0);
    const program::DepthFirst tree(graph, 0);
    // Reducible: every edge back up the depth-first tree goes to a node that dominates its source (Hecht and Ullman).
    bool expected = false;
    NodeSet headers;
    for (const std::uint32_t node : tree.order) {
      for (const std::uint32_t to : graph[node]) {
        if (!tree.is_ancestor(tree.number[to], tree.number[node])) continue;
        headers.insert(to);
        expected = expected || (to != node && reachable(graph, 0, to)[node]);
      }
    }
    ASSERT_EQ(forest.irreducible(), expected) << "graph " << i;
    ++(expected ? irreducible : reducible);
    ASSERT_EQ(forest.loops().size(), headers.size());
    for (std::uint32_t loop = 0; loop < forest.loops().size(); ++loop) {
      const Loop& found = forest.loops()[loop];
      ASSERT_TRUE(headers.contains(found.header));
      ASSERT_EQ(forest.nodes(loop).front(), found.header);
      if (!expected) {
        ASSERT_EQ(nodes(forest, loop), natural_loop(graph, found.header)) << "graph " << i;
      }
      if (found.parent == kNoNode) continue;
      ASSERT_LT(found.parent, loop);
      const NodeSet inner = nodes(forest, loop), outer = nodes(forest, found.parent);
      ASSERT_TRUE(std::includes(outer.begin(), outer.end(), inner.begin(), inner.end()));
      ASSERT_EQ(found.depth, forest.loops()[found.parent].depth + 1);
    }
  }
  EXPECT_GT(reducible, kGraphs / 10);
  EXPECT_GT(irreducible, kGraphs / 10);
}

// A ladder into one exit, and loops around loops. Simpler algorithms take quadratic time, and recursive ones overflow
// the stack.
TEST(LoopForest, HugeGraphsAreNoProblem) {
  constexpr std::uint32_t kSize = 300'000;
  program::Successors graph(kSize);
  for (std::uint32_t node = 0; node + 1 < kSize; ++node) graph[node] = {node + 1, kSize - 1};
  EXPECT_EQ(immediate_dominators(graph, 0)[kSize - 1], 0U);
  EXPECT_EQ(immediate_post_dominators(graph)[0], kSize - 1);
  for (std::uint32_t node = kSize / 2; node + 1 < kSize; ++node) graph[node] = {node + 1, kSize - node};
  const LoopForest forest(graph, 0);
  EXPECT_EQ(forest.loops().size(), kSize / 2 - 1);
  EXPECT_EQ(forest.loops().back().depth, kSize / 2 - 1);
  EXPECT_FALSE(forest.irreducible());
  testing::Random random(4);
  for (auto& successors : graph) successors.push_back(random.below(kSize));
  EXPECT_TRUE(LoopForest(graph, 0).irreducible());
}

}  // namespace
}  // namespace janus::program
