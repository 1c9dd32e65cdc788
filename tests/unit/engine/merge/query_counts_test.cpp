// Query counts of small programs, counted by hand.
#include "engine/merge/query_counts.h"

#include <gtest/gtest.h>

#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::engine {
namespace {

class QueryCountsOf : public ::testing::Test {
 protected:
  using Op = isa::Opcode;
  using Code = std::vector<std::uint32_t>;
  static constexpr float kUnknown = 1e9F;
  static constexpr std::uint32_t kSp = 0x8000'8000, kS0 = 0x8000'9000;
  // Registers.
  static constexpr unsigned kA0 = 10, kA1 = 11, kA2 = 12, kT2 = 7;

  static std::uint32_t op(Op opcode, testing::Operands operands = {}) { return testing::encode(opcode, operands); }
  static std::uint32_t branch(unsigned a, unsigned b, std::int32_t words) {
    return op(Op::beq, {.rs1 = a, .rs2 = b, .immediate = 4 * words});
  }
  static std::uint32_t jump(std::int32_t words) { return op(Op::jal, {.immediate = 4 * words}); }

  void of(const Code& code, QueryEstimate estimate = QueryEstimate::Recursive, unsigned kappa = 1) {
    counts.emplace(testing::image_of(code), estimate, kappa);
  }
  float count(unsigned word, unsigned number) const { return counts->of_register(testing::kCode + 4 * word, number); }
  float memory(unsigned word, std::uint32_t address) const {
    return counts->of_memory(testing::kCode + 4 * word, address, kSp, kS0);
  }

  std::optional<QueryCounts> counts;
};

TEST_F(QueryCountsOf, ABranchAsksAboutBothRegistersOnce) {
  of({branch(kA0, kA1, 2), testing::kNop, jump(0)});
  EXPECT_EQ(count(0, kA0), 1);
  EXPECT_EQ(count(0, kA1), 1);
  EXPECT_EQ(count(0, kA2), 0);
  EXPECT_EQ(count(1, kA0), 0);
  EXPECT_EQ(counts->of_register(0x1000, kA0), kUnknown) << "no code of the program";
}

TEST_F(QueryCountsOf, BothSidesOfABranchAreAddedOrTheLargerTaken) {
  // 0: over 1, which asks about a0 as well as 2.
  const Code code = {branch(kA1, kA2, 2), branch(kA0, kA1, 3), branch(kA0, kA0, 2), testing::kNop, jump(0)};
  of(code);
  EXPECT_EQ(count(2, kA0), 2) << "two operands";
  EXPECT_EQ(count(1, kA0), 3);
  EXPECT_EQ(count(0, kA0), 5);
  EXPECT_EQ(count(0, kA1), 2);
  of(code, QueryEstimate::Lattice);
  EXPECT_EQ(count(0, kA0), 3);
  EXPECT_EQ(count(0, kA1), 2);
}

TEST_F(QueryCountsOf, WhatIsComputedPassesItsQuestionsOn) {
  const auto before = [&](std::uint32_t word) { of({word, branch(kA2, 0, 2), testing::kNop, jump(0)}); };
  before(op(Op::add, {.rd = kA2, .rs1 = kA0, .rs2 = kA1}));
  EXPECT_EQ(count(0, kA0), 1);
  EXPECT_EQ(count(0, kA1), 1);
  EXPECT_EQ(count(0, kA2), 0) << "what it held before does not matter";
  before(op(Op::mul, {.rd = kA2, .rs1 = kA0, .rs2 = kA0}));
  EXPECT_EQ(count(0, kA0), 1) << "one word, one question";
  before(op(Op::addi, {.rd = kA2, .rs1 = kA2, .immediate = 1}));
  EXPECT_EQ(count(0, kA2), 1);
  before(op(Op::slli, {.rd = kA2, .rs1 = kA0, .immediate = 3}));
  EXPECT_EQ(count(0, kA0), 1);
  before(op(Op::lui, {.rd = kA2, .immediate = 0x1000}));
  EXPECT_EQ(count(0, kA2), 0);
  before(op(Op::csrrs, {.rd = kA2, .rs1 = kA0, .immediate = 0x340}));
  EXPECT_EQ(count(0, kA0), 0);
  EXPECT_EQ(count(0, kA2), 0);
  EXPECT_EQ(count(0, 0), 0) << "x0 is a constant";
}

TEST_F(QueryCountsOf, PointersAskAndWordsOnTheStackPassOn) {
  // A word of the frame goes through a2 into a branch; what was there before a store is not asked for.
  of({op(Op::sw, {.rs1 = 2, .rs2 = kA0, .immediate = 8}), op(Op::lw, {.rd = kA2, .rs1 = 2, .immediate = 8}),
      branch(kA2, 0, 2), testing::kNop, jump(0)});
  EXPECT_EQ(memory(1, kSp + 8), 1);
  EXPECT_EQ(memory(1, kSp + 11), 1) << "the same word";
  EXPECT_EQ(memory(1, kSp + 12), 0);
  EXPECT_EQ(memory(0, kSp + 8), 0);
  EXPECT_EQ(count(0, kA0), 1);
  EXPECT_EQ(memory(1, kSp - 4), 0) << "below sp is nobody's";
  EXPECT_EQ(count(1, 2), 0) << "frames are at constants";
  // A byte leaves the rest of the word; a pointer is a question, and its word is as any other.
  of({op(Op::sb, {.rs1 = 8, .rs2 = kA0, .immediate = -16}), op(Op::lw, {.rd = kA2, .rs1 = 8, .immediate = -16}),
      op(Op::lw, {.rd = kA2, .rs1 = kA2}), branch(kA2, 0, 2), testing::kNop, jump(0)});
  EXPECT_EQ(memory(2, 0x8000'a000), 1);
  EXPECT_EQ(memory(2, kSp - 4), 0) << "what calls left";
  EXPECT_EQ(memory(2, kSp - 0x1'0001), 1);
  EXPECT_EQ(count(2, kA2), 1);
  EXPECT_EQ(memory(1, kS0 - 16), 1) << "it holds the pointer";
  EXPECT_EQ(memory(0, kS0 - 16), 1);
  EXPECT_EQ(count(0, kA0), 1);
  of({op(Op::sw, {.rs1 = kA1, .rs2 = kA0}), jump(0)});
  EXPECT_EQ(count(0, kA1), 1) << "where it is stored";
  EXPECT_EQ(count(0, kA0), 0);
}

TEST_F(QueryCountsOf, JumpsThroughRegistersAndHooksAsk) {
  of({op(Op::ecall), op(Op::jalr, {.rs1 = kA0})});
  EXPECT_EQ(count(0, kT2), 1);
  EXPECT_EQ(count(0, kA0), 1);
  of({op(Op::jalr, {.rs1 = 1})});
  EXPECT_EQ(count(0, 1), 0) << "a return goes where the call was";
}

TEST_F(QueryCountsOf, CallsAskWhatTheFunctionAsksAndTheirResults) {
  // 0: calls 4, which asks about a0. 1: asks about the result. s1 and t2 are asked for after the call.
  of({op(Op::jal, {.rd = 1, .immediate = 16}), branch(kA0, 9, 2), branch(kT2, 0, 1), jump(0), branch(kA0, 0, 2),
      testing::kNop, op(Op::jalr, {.rs1 = 1})});
  EXPECT_EQ(count(4, kA0), 1);
  EXPECT_EQ(count(1, kA0), 1);
  EXPECT_EQ(count(0, kA0), 2) << "the function's question, and that about its result";
  EXPECT_EQ(count(0, kA1), 1) << "the result may depend on it";
  EXPECT_EQ(count(0, 9), 1) << "kept";
  EXPECT_GT(count(1, kT2), 0);
  EXPECT_EQ(count(0, kT2), 0) << "not kept";
  // What it asks of memory is asked of the caller's.
  of({op(Op::jal, {.rd = 1, .immediate = 8}), jump(0), op(Op::lw, {.rd = kA0, .rs1 = kA0}), branch(kA0, 0, 2),
      testing::kNop, op(Op::jalr, {.rs1 = 1})});
  EXPECT_EQ(memory(0, 0x8000'a000), 1);
  EXPECT_EQ(memory(1, 0x8000'a000), 0);
  // Nothing is known of what is called through a register but the register itself.
  of({op(Op::jalr, {.rd = 1, .rs1 = kA2}), branch(kA0, 0, 1), jump(0)});
  EXPECT_EQ(count(0, kA2), 1 + count(1, kA0));
}

TEST_F(QueryCountsOf, LoopsAskInAsManyIterationsAsKappaSays) {
  // 0: leaves if a0 is 0. 1: a0 goes down. 2: back.
  const Code loop = {branch(kA0, 0, 3), op(Op::addi, {.rd = kA0, .rs1 = kA0, .immediate = -1}), jump(-2), jump(0)};
  for (const unsigned kappa : {1U, 2U, 7U}) {
    of(loop, QueryEstimate::Recursive, kappa);
    EXPECT_EQ(count(0, kA0), static_cast<float>(kappa + 1));
    EXPECT_EQ(count(1, kA0), static_cast<float>(kappa));
    EXPECT_EQ(count(3, kA0), 0);
  }
  of(loop, QueryEstimate::Lattice);
  EXPECT_EQ(count(0, kA0), QueryCounts::kLatticeMaximum);
  EXPECT_EQ(count(1, kA0), QueryCounts::kLatticeMaximum);
  EXPECT_EQ(count(3, kA0), 0);
}

}  // namespace
}  // namespace janus::engine
