// The decoder: every row of the table with every free bit, and every other word.
#include "isa/decoder.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/encode.h"
#include "testing/random.h"

namespace janus::isa {
namespace {

using testing::Operands;
using testing::Random;

// The row of a word: the first that matches, and the most specific one. Null if there is none.
const Row* row_matching(std::uint32_t word) {
  const Row* found = nullptr;
  for (const Row& row : kTable) {
    if ((word & row.mask) != row.match) continue;
    if (found) {
      EXPECT_EQ(found->mask & row.mask, row.mask) << found->mnemonic << " is no special case of " << row.mnemonic;
    }
    if (!found) found = &row;
  }
  return found;
}

// Volume I, figures 2.2 to 2.4: which bit of the word is which bit of the immediate, one by one.
std::uint32_t immediate_by_the_manual(std::uint32_t word, Format format) {
  std::uint32_t immediate = 0;
  const auto place = [&](unsigned from, unsigned to) { immediate |= (word >> from & 1) << to; };
  const auto sign_from = [&](unsigned to) {
    for (; to < 32; ++to) place(31, to);
  };
  switch (format) {
    case Format::I:
    case Format::Load:
    case Format::Jalr:
      for (unsigned i = 0; i < 11; ++i) place(20 + i, i);
      sign_from(11);
      break;
    case Format::Store:
      for (unsigned i = 0; i < 5; ++i) place(7 + i, i);
      for (unsigned i = 5; i < 11; ++i) place(20 + i, i);
      sign_from(11);
      break;
    case Format::B:
      for (unsigned i = 1; i < 5; ++i) place(7 + i, i);
      for (unsigned i = 5; i < 11; ++i) place(20 + i, i);
      place(7, 11);
      sign_from(12);
      break;
    case Format::U:
      for (unsigned i = 12; i < 32; ++i) place(i, i);
      break;
    case Format::J:
      for (unsigned i = 1; i < 11; ++i) place(20 + i, i);
      place(20, 11);
      for (unsigned i = 12; i < 20; ++i) place(i, i);
      sign_from(20);
      break;
    case Format::Shift:
      for (unsigned i = 0; i < 5; ++i) place(20 + i, i);
      break;
    case Format::Csr:
    case Format::CsrImm:
    case Format::Fence:
      for (unsigned i = 0; i < 12; ++i) place(20 + i, i);
      break;
    case Format::R:
    case Format::Unary:
    case Format::Amo:
    case Format::LoadReserved:
    case Format::None: break;
  }
  return immediate;
}

void expect_decoded_as(const Row& row, std::uint32_t word) {
  if (row.opcode == Opcode::pack && (word >> 20 & 31) == 0) return;  // zext.h
  const Instruction instruction = decode(word, isa::kUncompressed);
  ASSERT_EQ(instruction.opcode, row.opcode) << row.mnemonic << std::hex << " 0x" << word;
  EXPECT_EQ(instruction.word, word);
  EXPECT_EQ(instruction.rd, word / 128 % 32) << row.mnemonic;
  EXPECT_EQ(instruction.rs1, word / 32768 % 32) << row.mnemonic;
  EXPECT_EQ(instruction.rs2, word / 1048576 % 32) << row.mnemonic;
  EXPECT_EQ(instruction.immediate, immediate_by_the_manual(word, row.format))
      << row.mnemonic << std::hex << " 0x" << word;
}

TEST(Decoder, EveryFreeBitOfEveryRowLeavesTheOpcodeAndMovesItsField) {
  Random random(1);
  for (const Row& row : kTable) {
    std::vector<std::uint32_t> free;
    for (unsigned i = 0; i < 32; ++i) {
      if (!(row.mask >> i & 1)) free.push_back(1U << i);
    }
    expect_decoded_as(row, row.match);
    expect_decoded_as(row, row.match | ~row.mask);
    for (std::uint32_t a : free) {
      expect_decoded_as(row, row.match | a);
      for (std::uint32_t b : free) expect_decoded_as(row, row.match | a | b);
    }
    for (int i = 0; i < 2000; ++i) expect_decoded_as(row, row.match | (random.word() & ~row.mask));
  }
}

TEST(Decoder, EveryFixedBitOfEveryRowMatters) {
  Random random(2);
  for (const Row& row : kTable) {
    for (unsigned i = 0; i < 32; ++i) {
      if (!(row.mask >> i & 1)) continue;
      for (int fill = 0; fill < 50; ++fill) {
        const std::uint32_t word = (row.match | (random.word() & ~row.mask)) ^ 1U << i;
        EXPECT_NE(decode(word, isa::kUncompressed).opcode, row.opcode) << row.mnemonic << " bit " << i;
      }
    }
  }
}

TEST(Decoder, AnyWordDecodesToTheMostSpecificRowThatMatches) {
  Random random(3);
  int legal = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    // Half of the words have the low bits of an instruction, a quarter the major opcode of one.
    std::uint32_t word = random.word();
    if (i % 2) word |= 3;
    if (i % 4 == 3) word = (word & ~0x7fU) | (random.pick(kTable).match & 0x7f);
    const Row* const row = row_matching(word);
    ASSERT_EQ(decode(word, isa::kUncompressed).opcode, row ? row->opcode : Opcode::Illegal) << std::hex << word;
    legal += row != nullptr;
  }
  EXPECT_GT(legal, 100'000);  // with fewer legal words, the test would prove nothing
}

TEST(Decoder, AllZerosAndAllOnesAreIllegal) {
  EXPECT_EQ(decode(0, isa::kUncompressed).opcode, Opcode::Illegal);
  EXPECT_EQ(decode(~0U, isa::kUncompressed).opcode, Opcode::Illegal);
}

TEST(Decoder, IllegalWordsKeepTheirBitsForMtval) {
  EXPECT_EQ(decode(0xffff'ffff, isa::kUncompressed).word, 0xffff'ffffU);
  EXPECT_EQ(decode(0x0000'000b, isa::kUncompressed).word, 0x0000'000bU);
}

TEST(Decoder, ShiftsByMoreThan31AreIllegal) {
  for (const Opcode opcode : {Opcode::slli, Opcode::srli, Opcode::srai}) {
    EXPECT_EQ(decode(row(opcode).match | 1U << 25, isa::kUncompressed).opcode, Opcode::Illegal) << row(opcode).mnemonic;
  }
}

// Words assembled by GNU as, for mistakes that the table and the formulas of this test have in common.
TEST(Decoder, KnownWordsOfTheGnuAssembler) {
  const auto expect = [](std::uint32_t word, Opcode opcode, Operands o) {
    const Instruction instruction = decode(word, isa::kUncompressed);
    EXPECT_EQ(instruction.opcode, opcode) << std::hex << word;
    EXPECT_EQ(instruction.rd, o.rd) << std::hex << word;
    EXPECT_EQ(static_cast<std::int32_t>(instruction.immediate), o.immediate) << std::hex << word;
    EXPECT_EQ(testing::encode(opcode, o), word);
  };
  expect(0xfff50513, Opcode::addi, {.rd = 10, .rs1 = 10, .immediate = -1});
  expect(0x80000537, Opcode::lui, {.rd = 10, .immediate = INT32_MIN});
  expect(0xffdff0ef, Opcode::jal, {.rd = 1, .immediate = -4});
  expect(0x00008067, Opcode::jalr, {.rs1 = 1});
  expect(0x34029073, Opcode::csrrw, {.rs1 = 5, .immediate = 0x340});
  expect(0x30200073, Opcode::mret, {});
}

}  // namespace
}  // namespace janus::isa
