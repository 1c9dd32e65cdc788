// Control-flow graphs and distances of handwritten programs.
#include "engine/hart/coverage.h"

#include <gtest/gtest.h>

#include <random>

#include "isa/decoder.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::engine {
namespace {

using isa::Opcode;
using testing::encode;

using testing::kCode;
constexpr std::uint32_t kNone = program::ControlFlowGraph::kNone;
using testing::kNop;

std::uint32_t at(unsigned word) { return kCode + 4 * word; }

// Instructions by number. 0: a call of 5. 1: a branch to 4. 2: a nop. 3: a jump to 1. 4: a jump to itself. 5: a nop. 6:
// the return. 7: unreachable.
std::vector<std::uint32_t> call_and_loop() {
  return {encode(Opcode::jal, {.rd = 1, .immediate = 20}),
          encode(Opcode::beq, {.rs1 = 10, .rs2 = 0, .immediate = 12}),
          kNop,
          encode(Opcode::jal, {.immediate = -8}),
          encode(Opcode::jal, {.immediate = 0}),
          kNop,
          encode(Opcode::jalr, {.rd = 0, .rs1 = 1}),
          kNop};
}

class Program {
 public:
  explicit Program(const std::vector<std::uint32_t>& words) : words_(words), image_(testing::image_of(words)) {}

  // Executes instruction `word`. Then the state is at instruction `next`.
  void execute(unsigned word, unsigned next) {
    state.hart.pc = at(next);
    ++state.hart.retired;
    coverage.executed(state, at(word), isa::decode(words_.at(word), isa::kRv32ima));
  }
  std::uint32_t distance_from(unsigned word) {
    state.hart.pc = at(word);
    coverage.update();
    return coverage.distance(state);
  }

 private:
  std::vector<std::uint32_t> words_;
  support::FirmwareImage image_;

 public:
  Coverage coverage{image_};
  ExecutionState state{Memory(4096)};
};

TEST(ControlFlowGraph, HasWhatCanBeReachedFromTheEntryPoint) {
  const auto image = testing::image_of(call_and_loop());
  const program::ControlFlowGraph graph(image);
  EXPECT_EQ(graph.size(), 7U);
  EXPECT_EQ(graph.number_of(at(7)), kNone);
  EXPECT_EQ(graph.number_of(at(8)), kNone);
  EXPECT_EQ(graph.number_of(kCode - 4), kNone);
  EXPECT_TRUE(graph.returns(graph.number_of(at(6))));
  EXPECT_FALSE(graph.returns(graph.number_of(at(3))));
}

TEST(ControlFlowGraph, DistancesCountInstructionsBackwardsFromTheGoals) {
  const auto image = testing::image_of(call_and_loop());
  const program::ControlFlowGraph graph(image);
  const auto distances = graph.distances({graph.number_of(at(4))}, program::ControlFlowGraph::Within::Program);
  const auto distance = [&](unsigned word) { return distances[graph.number_of(at(word))]; };
  EXPECT_EQ(distance(4), 0U);
  EXPECT_EQ(distance(1), 1U);
  EXPECT_EQ(distance(0), 2U) << "by the point the call returns to";
  EXPECT_EQ(distance(3), 2U);
  EXPECT_EQ(distance(2), 3U);
  EXPECT_EQ(distance(5), kNone) << "a return has no successor";
  const auto to_return = graph.distances({graph.number_of(at(6))}, program::ControlFlowGraph::Within::Function);
  EXPECT_EQ(to_return[graph.number_of(at(5))], 1U);
  EXPECT_EQ(to_return[graph.number_of(at(0))], kNone) << "the return of a called function is not the caller's";
}

TEST(ControlFlowGraph, AnIndirectJumpLeadsToWhereItWasSeenToGo) {
  const auto image = testing::image_of({encode(Opcode::jalr, {.rd = 0, .rs1 = 10}), kNop, kNop, 0});
  program::ControlFlowGraph graph(image);
  EXPECT_EQ(graph.size(), 1U);
  graph.add_jump(at(0), at(2));
  graph.add_jump(at(0), at(2));
  EXPECT_EQ(graph.size(), 3U);
  EXPECT_EQ(graph.edges(), 2U);
  graph.add_jump(at(0), 0x1234'5678);
  EXPECT_EQ(graph.edges(), 2U) << "outside of the image";
}

TEST(ControlFlowGraph, TakesAnyBytesForCodeWithoutReadingOutsideOfThem) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200; ++round) {
    testing::ElfWriter elf(0x8000'0000);
    std::uint32_t address = 0x8000'0000;
    for (int segment = 0; segment < 4; ++segment) {
      std::vector<std::uint8_t> bytes(1 + random() % 200);
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 ? random() : 0x63);
      const auto size = static_cast<std::uint32_t>(bytes.size());
      elf.add_segment(address, std::move(bytes), size + static_cast<std::uint32_t>(random() % 1'000'000));
      address += 0x10'0000 + random() % 8;
    }
    elf.add_segment(0xffff'fffd, {1, 2, 3});
    elf.add_segment(3, {0x13, 0, 0, 0, 0x13, 0});
    const auto image = testing::image_of(elf);
    program::ControlFlowGraph graph(image);
    for (int i = 0; i < 50; ++i) graph.add_jump(0x8000'0000 + random() % 1000, static_cast<std::uint32_t>(random()));
    EXPECT_LE(graph.size(), 4 * 50U);
    EXPECT_EQ(graph.distances({}, program::ControlFlowGraph::Within::Program).size(), graph.size());
  }
}

TEST(Coverage, CountsAnInstructionOnceAndCreditsWhoExecutedItFirst) {
  Program p(call_and_loop());
  p.execute(0, 5);
  p.execute(5, 6);
  ExecutionState other(p.state);
  p.execute(5, 6);
  EXPECT_EQ(p.coverage.covered(), 2U);
  EXPECT_EQ(p.coverage.reachable(), 7U);
  EXPECT_EQ(p.state.search.covered, 2U);
  EXPECT_EQ(p.state.search.covered_at, 2U);
  EXPECT_EQ(other.search.covered, 2U) << "shared with what was forked later";
}

TEST(Coverage, CountsJumpsAndRemembersCalls) {
  Program p(call_and_loop());
  p.execute(0, 5);
  EXPECT_EQ(p.state.search.jumps, 1U);
  ASSERT_EQ(p.state.search.returns.size(), 1U);
  EXPECT_EQ(p.state.search.returns[0], at(1));
  p.execute(5, 6);
  EXPECT_EQ(p.state.search.jumps, 1U);
  p.execute(6, 1);
  EXPECT_EQ(p.state.search.jumps, 2U);
  EXPECT_EQ(p.state.search.returns.size(), 0U);
  p.execute(1, 2);
  EXPECT_EQ(p.state.search.jumps, 2U) << "a branch that is not taken is no jump";
}

TEST(Coverage, DistancesGrowAsCodeIsCoveredAndLeadBackOutOfCalls) {
  Program p(call_and_loop());
  EXPECT_EQ(p.distance_from(5), 0U);
  p.execute(0, 5);
  p.execute(5, 6);
  p.execute(6, 1);
  EXPECT_EQ(p.distance_from(1), 0U);
  EXPECT_EQ(p.distance_from(5), Coverage::kUnreachable) << "nobody knows where it would return to";
  p.state.search.returns.push(at(1));
  EXPECT_EQ(p.distance_from(5), 2U);
  p.execute(1, 2);
  EXPECT_EQ(p.distance_from(5), 3U) << "to the branch and on to its other side";
  p.execute(2, 3);
  p.execute(3, 1);
  p.execute(1, 4);
  EXPECT_EQ(p.distance_from(3), 2U);
  p.execute(4, 4);
  EXPECT_EQ(p.distance_from(0), Coverage::kUnreachable) << "everything is covered";
}

TEST(Coverage, CodeThatOnlyExecutionFindsIsAddedToWhatIsReachable) {
  Program p(call_and_loop());
  p.execute(7, 8);
  EXPECT_EQ(p.coverage.covered(), 1U);
  EXPECT_EQ(p.coverage.reachable(), 8U);
}

TEST(ReturnStack, ForgetsTheOutermostCallsFirst) {
  ReturnStack stack;
  stack.pop();
  for (std::uint32_t address = 1; address <= 300; ++address) stack.push(address);
  EXPECT_EQ(stack.size(), ReturnStack::kDepth);
  for (std::uint32_t address = 300; address > 300 - ReturnStack::kDepth; --address) {
    EXPECT_EQ(stack[0], address);
    stack.pop();
  }
  EXPECT_EQ(stack.size(), 0U);
}

}  // namespace
}  // namespace janus::engine
