// Functions and blocks of programs written by hand.
#include "program/functions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/elf_writer.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::program {
namespace {

using isa::Opcode;
using testing::encode;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kCode = 0x8000'0000;
constexpr std::uint32_t kNop = 0x0000'0013;
constexpr std::uint32_t kReturn = 0x0000'8067;  // jalr zero, 0(ra)
constexpr std::uint32_t kStay = 0x0000'006f;    // jal zero, here

std::uint32_t at(unsigned word) { return kCode + 4 * word; }
// A branch or jump by a number of words.
std::uint32_t branch(int words) { return encode(Opcode::beq, {.rs1 = 10, .rs2 = 11, .immediate = 4 * words}); }
std::uint32_t jump(int words) { return encode(Opcode::jal, {.immediate = 4 * words}); }
std::uint32_t call(int words) { return encode(Opcode::jal, {.rd = 1, .immediate = 4 * words}); }

std::vector<Function> functions_of(const Words& words) { return find_functions(testing::image_of(words)); }

// The block that begins at a word.
std::uint32_t block_at(const Function& function, unsigned word) {
  for (std::uint32_t block = 0; block < function.blocks.size(); ++block) {
    if (function.blocks[block].begin == at(word)) return block;
  }
  ADD_FAILURE() << "no block begins at word " << word;
  return 0;
}
std::vector<std::uint32_t> entries_of(const std::vector<Function>& functions) {
  std::vector<std::uint32_t> entries;
  for (const Function& function : functions) entries.push_back((function.entry - kCode) / 4);
  return entries;
}
using Entries = std::vector<std::uint32_t>;

TEST(Functions, ADiamondHasFourBlocks) {
  const auto functions = functions_of({branch(3), kNop, jump(2), kNop, kReturn, kNop});
  ASSERT_EQ(functions.size(), 1U);
  const Function& f = functions[0];
  ASSERT_EQ(f.blocks.size(), 4U) << "what cannot be reached is no block";
  EXPECT_EQ(f.blocks[0].successors,
            (std::vector<program::BlockEdge>{{2, EdgeKind::Taken}, {1, EdgeKind::Fallthrough}}));
  EXPECT_EQ(f.blocks[1].successors, (std::vector<program::BlockEdge>{{3, EdgeKind::Jump}}));
  EXPECT_EQ(f.blocks[1].end, at(3));
  EXPECT_EQ(f.blocks[2].successors, (std::vector<program::BlockEdge>{{3, EdgeKind::Fallthrough}}));
  EXPECT_EQ(f.blocks[3].ends, BlockEnd::Returns);
  EXPECT_TRUE(f.returns);
  EXPECT_EQ(f.name, "0x80000000");
  const FunctionStructure structure(f);
  EXPECT_EQ(structure.dominators, (std::vector<std::uint32_t>{kNoNode, 0, 0, 0}));
  EXPECT_EQ(structure.post_dominators, (std::vector<std::uint32_t>{3, 3, 3, kNoNode}));
  EXPECT_TRUE(structure.loops.loops().empty());
}

TEST(Functions, NestedLoopsAreFoundInCode) {
  // 1: header of the outer loop. 2: the inner loop, a branch to itself. 3: branch back to 1. 4: return.
  const auto functions = functions_of({kNop, kNop, branch(0), branch(-2), kReturn});
  const FunctionStructure structure(functions.at(0));
  ASSERT_EQ(structure.loops.loops().size(), 2U);
  EXPECT_EQ(structure.loops.loops()[0].header, block_at(functions[0], 1));
  EXPECT_EQ(structure.loops.loops()[1].header, block_at(functions[0], 2));
  EXPECT_EQ(structure.loops.loops()[1].depth, 2U);
}

TEST(Functions, JumpingIntoALoopMakesItIrreducible) {
  // 0: branches into the middle of the loop of 1 and 2, or goes on to its beginning
  const auto functions = functions_of({branch(2), kNop, branch(-1), kReturn});
  const FunctionStructure structure(functions.at(0));
  ASSERT_EQ(structure.loops.loops().size(), 1U);
  EXPECT_TRUE(structure.loops.irreducible());
}

TEST(Functions, ACallIsNoEdgeAndGoesOnBehindIt) {
  const auto functions = functions_of({call(3), kNop, kStay, kReturn});
  EXPECT_EQ(entries_of(functions), (Entries{0, 3}));
  const BasicBlock& caller = functions[0].blocks[0];
  EXPECT_EQ(caller.ends, BlockEnd::Calls);
  EXPECT_EQ(caller.callees, std::vector<std::uint32_t>{at(3)});
  EXPECT_EQ(caller.successors, (std::vector<program::BlockEdge>{{1, EdgeKind::AfterCall}}));
  EXPECT_FALSE(functions[0].returns);
}

TEST(Functions, BehindACallThatDoesNotReturnThereIsNothing) {
  // 0: calls 2, which calls 4, which never returns. The code behind these calls belongs to no function.
  const auto functions = functions_of({call(2), kReturn, call(2), kReturn, kStay});
  EXPECT_EQ(entries_of(functions), (Entries{0, 2, 4}));
  for (const Function& function : functions) {
    EXPECT_EQ(function.blocks.size(), 1U);
    EXPECT_FALSE(function.returns);
  }
}

TEST(Functions, RecursionReturnsIfSomeWayDoes) {
  // 0: calls 2. 2: a branch to the return at 5, else a call of itself.
  const auto functions = functions_of({call(2), kStay, branch(3), call(-1), kNop, kReturn});
  EXPECT_EQ(entries_of(functions), (Entries{0, 2}));
  EXPECT_TRUE(functions[1].returns);
  EXPECT_EQ(functions[1].blocks.size(), 4U);
  const auto endless = functions_of({call(2), kStay, call(0), kReturn});
  EXPECT_FALSE(endless[1].returns);
  EXPECT_EQ(endless[1].blocks.size(), 1U);
}

TEST(Functions, AJumpToAnotherFunctionIsATailCall) {
  // 0: calls 3 and 5. 3: jumps to 5. 5: returns, and so does 3.
  const auto functions = functions_of({call(3), call(4), kStay, kNop, jump(1), kReturn});
  EXPECT_EQ(entries_of(functions), (Entries{0, 3, 5}));
  const BasicBlock& block = functions[1].blocks.at(0);
  EXPECT_EQ(block.ends, BlockEnd::TailCalls);
  EXPECT_EQ(block.callees, std::vector<std::uint32_t>{at(5)});
  EXPECT_TRUE(block.successors.empty());
  EXPECT_TRUE(functions[1].returns);
}

TEST(Functions, AFunctionThatIsCalledInTheMiddleOfAnotherIsOneOfItsOwn) {
  // 0: runs on into 1. That 1 is called, by 3, is found only later.
  const auto functions = functions_of({kNop, branch(2), kReturn, call(-2), kStay});
  EXPECT_EQ(entries_of(functions), (Entries{0, 1}));
  EXPECT_EQ(functions[0].blocks.at(0).ends, BlockEnd::TailCalls);
}

TEST(Functions, CodeThatTwoFunctionsLeadToIsOneOfItsOwn) {
  // 0: calls 3 and 5. Both lead to 6.
  const auto functions = functions_of({call(3), call(4), kStay, kNop, jump(2), kNop, kNop, kReturn});
  EXPECT_EQ(entries_of(functions), (Entries{0, 3, 5, 6}));
}

TEST(Functions, AFarCallThroughARegisterIsACall) {
  const auto functions =
      functions_of({encode(Opcode::auipc, {.rd = 1, .immediate = 0}),
                    encode(Opcode::jalr, {.rd = 1, .rs1 = 1, .immediate = 16}), kStay, kNop, kReturn});
  EXPECT_EQ(entries_of(functions), (Entries{0, 4}));
  EXPECT_EQ(functions[0].blocks.at(0).ends, BlockEnd::Calls);
}

TEST(Functions, ATrapHandlerIsOneWhereMtvecIsSet) {
  const auto functions = functions_of(
      {encode(Opcode::auipc, {.rd = 5, .immediate = 0}), encode(Opcode::addi, {.rd = 5, .rs1 = 5, .immediate = 16}),
       encode(Opcode::csrrw, {.rs1 = 5, .immediate = 0x305}), kStay, encode(Opcode::mret)});
  EXPECT_EQ(entries_of(functions), (Entries{0, 4}));
  EXPECT_EQ(functions[1].blocks.at(0).ends, BlockEnd::ReturnsFromTrap);
}

// A table at word 16 of `entries`, and code that jumps by it if a0 is below `bound`; its cases are the words 9 and 10.
Words with_table(const Words& entries, int bound) {
  Words words{encode(Opcode::addi, {.rd = 15, .immediate = bound}),
              encode(Opcode::bgeu, {.rs1 = 10, .rs2 = 15, .immediate = 4 * 7}),
              encode(Opcode::slli, {.rd = 10, .rs1 = 10, .immediate = 2}),
              encode(Opcode::lui, {.rd = 14, .immediate = static_cast<std::int32_t>(kCode)}),
              encode(Opcode::addi, {.rd = 14, .rs1 = 14, .immediate = 64}),
              encode(Opcode::add, {.rd = 14, .rs1 = 14, .rs2 = 10}),
              encode(Opcode::lw, {.rd = 14, .rs1 = 14}),
              encode(Opcode::jalr, {.rs1 = 14}),
              kStay,
              kStay,
              kStay};
  words.resize(16, 0);
  words.insert(words.end(), entries.begin(), entries.end());
  return words;
}
BlockEnd end_of_switch(const Words& words) {
  const auto functions = functions_of(words);
  return functions.at(0).blocks.at(1).ends;
}

TEST(JumpTables, LeadToTheirEntriesAsFarAsTheBoundAllows) {
  const auto functions = functions_of(with_table({at(9), at(10), at(9), at(11)}, 3));
  const BasicBlock& block = functions.at(0).blocks.at(1);
  EXPECT_EQ(block.ends, BlockEnd::JumpsByTable);
  EXPECT_EQ(block.successors, (std::vector<program::BlockEdge>{{block_at(functions[0], 9), EdgeKind::Table},
                                                               {block_at(functions[0], 10), EdgeKind::Table}}));
}

// A check that ends in what does not return stands in front of a case, as assert() often does. A case that is reached
// by the table alone must not seem to be reached from there, with anything in the registers that calls may change.
TEST(JumpTables, AreFoundBesideCallsThatDoNotReturn) {
  Words words{encode(Opcode::addi, {.rd = 15, .immediate = 2}),
              encode(Opcode::lui, {.rd = 14, .immediate = static_cast<std::int32_t>(kCode)}),
              encode(Opcode::addi, {.rd = 14, .rs1 = 14, .immediate = 64}),
              branch(9),
              encode(Opcode::bgeu, {.rs1 = 10, .rs2 = 15, .immediate = 4 * 7}),
              encode(Opcode::slli, {.rd = 12, .rs1 = 10, .immediate = 2}),
              encode(Opcode::add, {.rd = 13, .rs1 = 14, .rs2 = 12}),
              encode(Opcode::lw, {.rd = 13, .rs1 = 13}),
              encode(Opcode::jalr, {.rs1 = 13}),
              jump(-5),
              kStay,
              kStay,
              call(2),
              jump(-9),
              kStay,
              kStay,
              at(9),
              at(13)};
  const auto functions = functions_of(words);
  ASSERT_EQ(entries_of(functions), (Entries{0, 14}));
  const BasicBlock& block = functions[0].blocks.at(block_at(functions[0], 5));
  EXPECT_EQ(block.ends, BlockEnd::JumpsByTable);
  EXPECT_EQ(block.successors, (std::vector<program::BlockEdge>{{block_at(functions[0], 9), EdgeKind::Table},
                                                               {block_at(functions[0], 13), EdgeKind::Table}}));
  words[14] = kReturn;
  EXPECT_EQ(functions_of(words).at(0).blocks.at(2).ends, BlockEnd::JumpsIndirectly) << "the call changes the table";
}

TEST(JumpTables, AreNotBelievedIfAnEntryCannotBeATarget) {
  EXPECT_EQ(end_of_switch(with_table({at(9), at(10)}, 2)), BlockEnd::JumpsByTable);
  EXPECT_EQ(end_of_switch(with_table({at(9), at(10)}, 3)), BlockEnd::JumpsIndirectly) << "beyond the image";
  EXPECT_EQ(end_of_switch(with_table({at(9), at(10) + 2}, 2)), BlockEnd::JumpsIndirectly) << "not aligned";
  EXPECT_EQ(end_of_switch(with_table({at(9), 0x1000}, 2)), BlockEnd::JumpsIndirectly) << "no code";
  EXPECT_EQ(end_of_switch(with_table({at(9), at(10)}, -1)), BlockEnd::JumpsIndirectly) << "no bound";
}

TEST(Functions, AnyBytesAreTakenWithoutHarm) {
  testing::Random random(5);
  for (int round = 0; round < 300; ++round) {
    Words words(1 + random.below(200));
    for (std::uint32_t& word : words) {
      switch (random.below(6)) {
        case 0: word = random.word(); break;
        case 1: word = branch(random.between(-20, 20)); break;
        case 2: word = jump(random.between(-50, 50)); break;
        case 3: word = call(random.between(-50, 50)); break;
        case 4: word = random.one_in(3) ? kReturn : encode(Opcode::jalr, {.rs1 = random.below(32)}); break;
        default: word = kNop;
      }
    }
    std::vector<std::uint32_t> owners(words.size());
    for (const Function& function : functions_of(words)) {
      const FunctionStructure structure(function);
      EXPECT_EQ(function.blocks.at(function.entry_block).begin, function.entry);
      EXPECT_EQ(structure.dominators.at(function.entry_block), kNoNode);
      for (const BasicBlock& block : function.blocks) {
        for (std::uint32_t address = block.begin; address < block.end; address += 4)
          EXPECT_EQ(++owners.at((address - kCode) / 4), 1U) << "in two blocks";
        for (const program::BlockEdge& edge : block.successors) EXPECT_LT(edge.block, function.blocks.size());
      }
      for (std::uint32_t block = 0; block < function.blocks.size(); ++block)
        EXPECT_TRUE(block == function.entry_block || structure.dominators[block] != kNoNode) << "not reached";
    }
  }
}

TEST(Functions, CodeOutsideOfTheFileHasNone) {
  testing::ElfWriter elf(0x8000'0010);
  elf.add_segment(0x8000'0000, {1, 2, 3, 4}, 0x1000);
  EXPECT_TRUE(find_functions(testing::image_of(elf)).empty());
}

}  // namespace
}  // namespace janus::program
