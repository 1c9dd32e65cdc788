// Control-flow graphs of random code, compared with what the code was made to do.
#include "program/control_flow_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "testing/elf_writer.h"
#include "testing/random_control_flow.h"

namespace janus::program {
namespace {

using testing::ControlFlowEdge;

struct WordGraph {
  explicit WordGraph(const testing::RandomControlFlow& code)
      : image(testing::image_of(code.words)), graph(image), edges(code.edges), reached(code.words.size()) {
    reached[0] = true;
    for (std::size_t round = 0; round < reached.size(); ++round) {
      for (const auto& [from, to, call] : edges) reached[to] = reached[to] || reached[from];
    }
    std::erase_if(edges, [&](const ControlFlowEdge& edge) { return !reached[edge.from]; });
  }
  std::uint32_t number(std::uint32_t word) const { return graph.number_of(testing::kCode + 4 * word); }
  // Steps along edges to the nearest goal, by relaxing until nothing changes.
  std::vector<std::uint32_t> distances(const std::set<std::uint32_t>& goals, bool calls) const {
    std::vector<std::uint32_t> found(reached.size(), ControlFlowGraph::kNone);
    for (const std::uint32_t goal : goals) found[goal] = 0;
    for (std::size_t round = 0; round < found.size(); ++round) {
      for (const auto& [from, to, call] : edges) {
        if ((calls || !call) && found[to] != ControlFlowGraph::kNone)
          found[from] = std::min(found[from], found[to] + 1);
      }
    }
    return found;
  }

  support::FirmwareImage image;
  ControlFlowGraph graph;
  std::vector<ControlFlowEdge> edges;  // of words that are reached
  std::vector<bool> reached;           // by word
};

TEST(ControlFlowGraphs, HaveWhatTheEntryLeadsToAndItsEdges) {
  testing::Random random(41);
  for (int i = 0; i < 100; ++i) {
    const testing::RandomControlFlow code(random, 1 + random.below(40), 12);
    const WordGraph expected(code);
    const ControlFlowGraph& graph = expected.graph;
    EXPECT_EQ(graph.number_of(testing::kCode), 0U);
    std::uint32_t size = 0;
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> within, found;
    for (std::uint32_t word = 0; word < code.words.size(); ++word) {
      const std::uint32_t number = expected.number(word);
      ASSERT_EQ(number != ControlFlowGraph::kNone, expected.reached[word]) << "word " << word;
      if (number == ControlFlowGraph::kNone) continue;
      ++size;
      EXPECT_EQ(graph.address_of(number), testing::kCode + 4 * word);
      EXPECT_EQ(graph.instruction(number).word, code.words[word]);
      std::uint32_t ways = 0;
      for (const auto& [from, to, call] : expected.edges) {
        if (to != word || call) continue;
        ++ways;
        within.emplace(expected.number(from), number);
      }
      EXPECT_EQ(graph.joins(number), ways > 1) << "word " << word;
    }
    EXPECT_EQ(graph.size(), size);
    EXPECT_EQ(graph.edges(), expected.edges.size());
    const auto successors = graph.successors();
    for (std::uint32_t from = 0; from < size; ++from) {
      for (const std::uint32_t to : successors[from]) found.emplace(from, to);
    }
    EXPECT_EQ(found, within);
  }
}

TEST(ControlFlowGraphs, KnowHowFarItIsToTheNearestGoalWithAndWithoutCalls) {
  testing::Random random(42);
  int through_calls_only = 0;
  for (int i = 0; i < 100; ++i) {
    const testing::RandomControlFlow code(random, 2 + random.below(40), 12);
    const WordGraph expected(code);
    std::set<std::uint32_t> goals;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t word = 0; word < code.words.size(); ++word) {
      if (!expected.reached[word] || !random.one_in(6)) continue;
      goals.insert(word);
      numbers.push_back(expected.number(word));
    }
    const auto program = expected.graph.distances(numbers, ControlFlowGraph::Within::Program);
    const auto function = expected.graph.distances(numbers, ControlFlowGraph::Within::Function);
    const auto with_calls = expected.distances(goals, true), without = expected.distances(goals, false);
    for (std::uint32_t word = 0; word < code.words.size(); ++word) {
      if (!expected.reached[word]) continue;
      ASSERT_EQ(program[expected.number(word)], with_calls[word]);
      ASSERT_EQ(function[expected.number(word)], without[word]);
      through_calls_only += with_calls[word] != without[word];
    }
  }
  EXPECT_GT(through_calls_only, 25);
}

TEST(ControlFlowGraphs, LearnOfJumpsThatWereSeen) {
  const std::uint32_t jump = testing::encode(isa::Opcode::jalr, {.rs1 = 10});
  const auto image = testing::image_of({jump, testing::kNop, jump, testing::kNop});
  ControlFlowGraph graph(image);
  ASSERT_EQ(graph.size(), 1U);
  graph.add_jump(testing::kCode, testing::kCode + 8);
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_EQ(graph.successors(), (std::vector<std::vector<std::uint32_t>>{{1}, {}}));
  graph.add_jump(testing::kCode, testing::kCode + 8);
  EXPECT_EQ(graph.edges(), 1U) << "once is enough";
  graph.add_jump(testing::kCode, testing::kCode + 0x100);
  graph.add_jump(testing::kCode, testing::kCode + 6);
  EXPECT_EQ(graph.size(), 2U) << "there is no instruction";
}

}  // namespace
}  // namespace janus::program
