// Weak topological orders of random code, compared with the definition.
#include "program/weak_topological_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "testing/elf_writer.h"
#include "testing/random_control_flow.h"

namespace janus::program {
namespace {

class WeakTopologicalOrder : public ::testing::Test {
 protected:
  using Members = std::vector<std::uint32_t>;

  // What each member leads to without leaving the set, by steps.
  std::vector<std::set<std::uint32_t>> closure(const Members& set) const {
    std::vector<bool> inside(successors.size());
    for (const std::uint32_t node : set) inside[node] = true;
    std::vector<std::set<std::uint32_t>> reached(successors.size());
    for (const std::uint32_t start : set) {
      Members waiting{start};
      while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t next : successors[node]) {
          if (inside[next] && reached[start].insert(next).second) waiting.push_back(next);
        }
      }
    }
    return reached;
  }

  // Members that lead to each other lie together, the head first, and the rest of them is ordered in the same way; all
  // other edges go up.
  void expect_order(const Members& set) {
    const auto reached = closure(set);
    std::set<std::uint32_t> done;
    for (const std::uint32_t node : set) {
      for (const std::uint32_t other : reached[node]) {
        if (!reached[other].contains(node)) {
          ASSERT_LT(places[node], places[other]) << node << " leads to " << other;
        }
      }
      if (!reached[node].contains(node) || done.contains(node)) continue;
      Members loop;
      for (const std::uint32_t other : reached[node]) {
        if (reached[other].contains(node)) loop.push_back(other);
      }
      done.insert(loop.begin(), loop.end());
      std::sort(loop.begin(), loop.end(), [&](auto a, auto b) { return places[a] < places[b]; });
      ASSERT_EQ(places[loop.back()] - places[loop.front()] + 1, loop.size()) << "a loop does not lie together";
      ++loops;
      expect_entered(loop);
      loop.erase(loop.begin());
      expect_order(loop);
    }
  }
  // A head is where the loop can be entered.
  void expect_entered(const Members& loop) {
    const std::uint32_t head = loop.front();
    bool entered = head == 0;
    graph->each_incoming(head, [&](std::uint32_t source, bool call) {
      entered = entered || call || std::find(loop.begin(), loop.end(), source) == loop.end();
      return true;
    });
    EXPECT_TRUE(entered) << head;
  }

  void order(const support::FirmwareImage& image) {
    graph.emplace(image);
    successors = graph->successors();
    places = weak_topological_order(*graph);
    Members sorted = places, all(graph->size());
    std::iota(all.begin(), all.end(), 0U);
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, all) << "each has a place of its own";
    expect_order(all);
  }

  std::optional<ControlFlowGraph> graph;
  std::vector<Members> successors;
  std::vector<std::uint32_t> places;
  int loops = 0;
};

TEST_F(WeakTopologicalOrder, GoesUpButForEdgesBackToHeadsOfLoopsThatLieTogether) {
  testing::Random random(43);
  for (int i = 0; i < 120; ++i) {
    const auto far = static_cast<std::int32_t>(2 + random.below(14));
    const testing::RandomControlFlow code(random, 1 + random.below(40), far);
    ASSERT_NO_FATAL_FAILURE(order(testing::image_of(code.words))) << "code " << i;
  }
  EXPECT_GT(loops, 120);
}

TEST_F(WeakTopologicalOrder, OfNestedLoopsIsThatOfTheText) {
  // Heads one after the other, then a branch back to each, the innermost first.
  std::vector<std::uint32_t> words(20, testing::kNop);
  for (std::int32_t level = 0; level < 20; ++level) {
    words.push_back(testing::encode(isa::Opcode::bne, {.rs1 = 10, .immediate = -4 * (2 * level + 1)}));
  }
  words.push_back(testing::encode(isa::Opcode::jal));
  ASSERT_NO_FATAL_FAILURE(order(testing::image_of(words)));
  for (std::uint32_t word = 0; word < words.size(); ++word) {
    EXPECT_EQ(places[graph->number_of(testing::kCode + 4 * word)], word);
  }
  EXPECT_EQ(loops, 21);
}

TEST_F(WeakTopologicalOrder, OfVeryDeepLoopsStillHasAllInstructions) {
  constexpr std::int32_t kLevels = 200;
  std::vector<std::uint32_t> words(kLevels, testing::kNop);
  for (std::int32_t level = 0; level < kLevels; ++level) {
    words.push_back(testing::encode(isa::Opcode::bne, {.rs1 = 10, .immediate = -4 * (2 * level + 1)}));
  }
  const auto image = testing::image_of(words);
  places = weak_topological_order(ControlFlowGraph(image));
  std::sort(places.begin(), places.end());
  for (std::uint32_t place = 0; place < places.size(); ++place) ASSERT_EQ(places[place], place);
}

}  // namespace
}  // namespace janus::program
