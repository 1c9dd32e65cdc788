// Which registers are live. Only fields that a format reads count: an immediate in the place of rs2 or rs1 is not a
// register.
#include "program/live_registers.h"

#include <gtest/gtest.h>

#include "isa/registers.h"
#include "program/call_convention.h"
#include "testing/elf_writer.h"
#include "testing/encode.h"

namespace janus::program {
namespace {

using isa::Opcode;
using testing::encode;

constexpr std::uint8_t kA = 10, kB = 11, kC = 12;

// The registers that are live before the first of these instructions: bit r for x[r]. An endless loop follows them.
std::uint32_t live_before(std::vector<std::uint32_t> words) {
  words.push_back(encode(Opcode::jal));
  const support::FirmwareImage image = testing::image_of(words);
  const ControlFlowGraph graph(image);
  return live_registers(graph).at(graph.number_of(0x8000'0000));
}

TEST(LiveRegisters, AreThoseThatAreRead) {
  EXPECT_EQ(live_before({encode(Opcode::add, {.rd = kA, .rs1 = kB, .rs2 = kC})}), 1U << kB | 1U << kC);
  EXPECT_EQ(live_before({encode(Opcode::sw, {.rs1 = kB, .rs2 = kC, .immediate = 8})}), 1U << kB | 1U << kC);
  EXPECT_EQ(live_before({encode(Opcode::bne, {.rs1 = kB, .rs2 = kC, .immediate = 4})}), 1U << kB | 1U << kC);
  EXPECT_EQ(live_before({encode(Opcode::amoadd_w, {.rd = kA, .rs1 = kB, .rs2 = kC})}), 1U << kB | 1U << kC);
  EXPECT_EQ(live_before({encode(Opcode::csrrw, {.rd = kA, .rs1 = kB, .immediate = isa::csr::mscratch})}), 1U << kB);
}

TEST(LiveRegisters, AreNotImmediatesInTheirPlace) {
  // 0x62c: the bits of rs2 say 12, those of rs1, in a U format, 0.
  EXPECT_EQ(live_before({encode(Opcode::addi, {.rd = kA, .rs1 = kB, .immediate = 0x62c})}), 1U << kB);
  EXPECT_EQ(live_before({encode(Opcode::slli, {.rd = kA, .rs1 = kB, .immediate = kC})}), 1U << kB);
  EXPECT_EQ(live_before({encode(Opcode::lw, {.rd = kA, .rs1 = kB, .immediate = 0x62c})}), 1U << kB);
  EXPECT_EQ(live_before({encode(Opcode::lui, {.rd = kA, .immediate = -4096})}), 0U);
  EXPECT_EQ(live_before({encode(Opcode::csrrwi, {.rd = kA, .rs1 = kB, .immediate = isa::csr::mscratch})}), 0U);
}

TEST(LiveRegisters, AreAllWhereSomebodyUnknownMayLook) {
  EXPECT_EQ(live_before({encode(Opcode::ecall)}), ~1U) << "a hook may name any register";
  EXPECT_EQ(live_before({encode(Opcode::mret)}), ~1U);
}

TEST(LiveRegisters, OfReturnsAreResultsAndWhatACallKeeps) {
  EXPECT_EQ(live_before({encode(Opcode::jalr, {.rs1 = isa::kRa})}),
            kResultRegisters | kPreservedRegisters | 1U << isa::kRa);
}

// Exactly the registers that a row reads are live before it.
TEST(LiveRegisters, FollowTheTable) {
  for (const isa::Row& row : isa::kTable) {
    if (isa::control(row.opcode) != isa::Control::Next) continue;
    const std::uint32_t live = live_before({encode(row.opcode, {.rd = kA, .rs1 = kB, .rs2 = kC})});
    EXPECT_EQ(live, (row.reads_rs1 ? 1U << kB : 0) | (row.reads_rs2 ? 1U << kC : 0)) << row.mnemonic;
  }
}

}  // namespace
}  // namespace janus::program
