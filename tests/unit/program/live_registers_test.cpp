// Which registers are live. Only fields that a format reads count: an immediate in the place of rs2 or rs1 is not a
// register.
#include "program/live_registers.h"

#include <gtest/gtest.h>

#include "isa/hooks.h"
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

// The registers that a marked hook reads: `code` in t0, `t1` in t1.
std::uint32_t live_before_hook(std::uint32_t code, std::uint32_t t1) {
  const auto set = [](std::uint8_t number, std::uint32_t value) {
    return encode(Opcode::addi, {.rd = number, .immediate = static_cast<std::int32_t>(value)});
  };
  return live_before({set(isa::kT0, code), set(isa::kT1, t1), isa::kHookMarker, encode(Opcode::ecall)});
}

TEST(LiveRegisters, OfHooksAreTheirArguments) {
  constexpr std::uint32_t kName = 1U << isa::kT3, kBytes = 1U << isa::kT2;
  const auto code = [](isa::HookCode hook) { return static_cast<std::uint32_t>(hook); };
  EXPECT_EQ(live_before_hook(code(isa::HookCode::Assert), kC), 1U << kC) << "t0 and t1 are set here";
  EXPECT_EQ(live_before_hook(code(isa::HookCode::Assume), isa::kT2), kBytes);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::Print), kA), 1U << kA | kName);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::MakeMemorySymbolic), 64), kBytes);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::MakeNamedMemorySymbolic), 64), kBytes | kName);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::Cover), 0), kName);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::EndStretch), 0), 0U);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::AssertCycles), 0), 1U << isa::kA0);
  EXPECT_EQ(live_before_hook(code(isa::HookCode::Assert), 32), ~1U & ~(1U << isa::kT0 | 1U << isa::kT1))
      << "a mistake, about which nothing is known";
  EXPECT_EQ(live_before_hook(1000, kC), ~1U & ~(1U << isa::kT0 | 1U << isa::kT1)) << "no hook's code";
}

TEST(LiveRegisters, OfCallsAreWhatTheCalledFunctionReads) {
  const std::uint32_t call = encode(Opcode::jal, {.rd = isa::kRa, .immediate = 8});
  const std::uint32_t endless = encode(Opcode::jal), back = encode(Opcode::jalr, {.rs1 = isa::kRa});
  const std::uint32_t adds = encode(Opcode::add, {.rd = kA, .rs1 = kA, .rs2 = kC});
  EXPECT_EQ(live_before({call, endless, adds, back}), 1U << kA | 1U << kB | 1U << kC | kPointerRegisters)
      << "a1 is a result, which the called function leaves as it is";
  // One of what the caller reads afterwards, one of nobody knows what, and one of a routine that saves registers.
  const std::uint32_t reads_result = encode(Opcode::add, {.rd = kA, .rs1 = kB, .rs2 = isa::kS0});
  EXPECT_EQ(live_before({encode(Opcode::jal, {.rd = isa::kRa, .immediate = 12}), reads_result, endless, back}),
            1U << kA | 1U << kB | 1U << isa::kS0 | kPointerRegisters)
      << "the called function leaves its caller what was in a1";
  EXPECT_EQ(live_before({encode(Opcode::jalr, {.rd = isa::kRa, .rs1 = isa::kS1})}),
            1U << isa::kS1 | kArgumentRegisters | kPointerRegisters)
      << "an unknown function may read each argument";
  EXPECT_EQ(live_before({encode(Opcode::jal, {.rd = isa::kT0, .immediate = 12}), reads_result, endless,
                         encode(Opcode::jalr, {.rs1 = isa::kT0})}) &
                kArgumentRegisters,
            1U << kA | 1U << kB)
      << "such a routine keeps arguments";
}

TEST(LiveRegisters, AreAllWhereSomebodyUnknownMayLook) {
  EXPECT_EQ(live_before({encode(Opcode::ecall)}), ~1U) << "without a marker, a trap handler may read any register";
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
