// Jumps and branches: Volume I, section 2.5. Without the C extension, a target that is not a multiple of four traps at
// the jump or taken branch itself.
#include <map>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Exception;
using isa::Opcode;

class Control : public HartTest {
 protected:
  static constexpr std::uint32_t kHere = kData;  // with room for targets on both sides
  void execute_here(Opcode opcode, Operands operands) {
    state().pc = kHere;
    execute_at_pc(encode(opcode, operands));
  }
};

using Condition = bool (*)(std::uint32_t, std::uint32_t);
const std::map<Opcode, Condition> kBranches = {
    {Opcode::beq, [](auto a, auto b) { return a == b; }},
    {Opcode::bne, [](auto a, auto b) { return a != b; }},
    {Opcode::blt, [](auto a, auto b) { return number(a) < number(b); }},
    {Opcode::bge, [](auto a, auto b) { return number(a) >= number(b); }},
    {Opcode::bltu, [](auto a, auto b) { return a < b; }},
    {Opcode::bgeu, [](auto a, auto b) { return a >= b; }},
};

TEST_F(Control, BranchesAreTakenWhenTheirConditionHolds) {
  Random random(40);
  for (const auto& [opcode, condition] : kBranches) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    for (std::uint32_t a : kCorners) {
      for (std::uint32_t b : kCorners) {
        const std::int32_t offset = 4 * random.between(-1024, 1023);
        if (offset == 0) continue;
        set_x(5, a);
        set_x(6, b);
        execute_here(opcode, {.rs1 = 5, .rs2 = 6, .immediate = offset});
        ASSERT_EQ(pc(), condition(a, b) ? kHere + static_cast<std::uint32_t>(offset) : kHere + 4) << a << " " << b;
        expect_registers_unchanged();
      }
    }
  }
}

TEST_F(Control, TakenBranchToMisalignedTargetTraps) {
  for (std::int32_t offset : {-2, 2, 6, -4094, 4094}) {
    execute_here(Opcode::beq, {.immediate = offset});
    expect_trap(Exception::InstructionAddressMisaligned, kHere + static_cast<std::uint32_t>(offset));
  }
}

TEST_F(Control, BranchNotTakenToMisalignedTargetGoesOn) {
  execute_here(Opcode::bne, {.immediate = 2});
  expect_only(0, 0);
}

TEST_F(Control, JalLinksAndJumps) {
  Random random(41);
  for (int i = 0; i < 200; ++i) {
    const std::int32_t offset = 4 * random.between(-262144, 262143);
    if (offset == 0) continue;
    execute_here(Opcode::jal, {.rd = 1, .immediate = offset});
    EXPECT_EQ(pc(), kHere + static_cast<std::uint32_t>(offset));
    EXPECT_EQ(x(1), kHere + 4);
  }
  set_x(1, 7);
  execute_here(Opcode::jal, {.rd = 0, .immediate = 8});
  EXPECT_EQ(pc(), kHere + 8);
  expect_registers_unchanged();
}

TEST_F(Control, JumpToMisalignedTargetWritesNoRegister) {
  for (std::int32_t offset : {2, -2, 1048574}) {
    execute_here(Opcode::jal, {.rd = 1, .immediate = offset});
    expect_trap(Exception::InstructionAddressMisaligned, kHere + static_cast<std::uint32_t>(offset));
  }
  for (std::uint32_t misaligned : {2U, 3U}) {
    set_x(5, kHere + misaligned);
    execute_here(Opcode::jalr, {.rd = 5, .rs1 = 5});
    expect_trap(Exception::InstructionAddressMisaligned, kHere + 2);  // bit 0 is cleared first
    execute_here(Opcode::jalr, {.rd = 1, .rs1 = 5});
    expect_trap(Exception::InstructionAddressMisaligned, kHere + 2);
  }
}

TEST_F(Control, JalrAddsTheOffsetAndClearsBit0) {
  for (std::int32_t offset : {-2048, -1, 0, 1, 5, 2044}) {
    set_x(5, kHere + 1 - static_cast<std::uint32_t>(offset));
    execute_here(Opcode::jalr, {.rd = 1, .rs1 = 5, .immediate = offset});
    EXPECT_EQ(pc(), kHere);
    EXPECT_EQ(x(1), kHere + 4);
  }
}

TEST_F(Control, JalrReadsItsBaseBeforeItLinks) {
  set_x(1, kHandler + 16);
  execute_here(Opcode::jalr, {.rd = 1, .rs1 = 1});
  EXPECT_EQ(pc(), kHandler + 16);
  EXPECT_EQ(x(1), kHere + 4);
}

TEST_F(Control, AJumpToNowhereIsDoneAndTheFetchThereFaults) {
  set_x(5, kUnmapped);
  execute_here(Opcode::jalr, {.rd = 1, .rs1 = 5});
  EXPECT_EQ(pc(), kUnmapped);
  EXPECT_EQ(x(1), kHere + 4);
  hart.step();
  EXPECT_EQ(pc(), kHandler);
  EXPECT_EQ(csr(isa::csr::mcause), 1U);
  EXPECT_EQ(csr(isa::csr::mepc), kUnmapped);
  EXPECT_EQ(csr(isa::csr::mtval), kUnmapped);
}

TEST_F(Control, DevicesAreNotExecutable) {
  state().pc = kDevice;
  hart.step();
  EXPECT_EQ(csr(isa::csr::mcause), 1U);
  EXPECT_EQ(bus.accesses, 0U);
}

TEST_F(Control, AJumpToItselfWithInterruptsOffHalts) {
  EXPECT_EQ(execute(Opcode::jal), hart::Stop::Halted);
  EXPECT_EQ(pc(), kCode);
}

TEST_F(Control, ABranchToItselfWithInterruptsOffHalts) { EXPECT_EQ(execute(Opcode::beq), hart::Stop::Halted); }

TEST_F(Control, AJumpToItselfWaitsForAnInterruptThatMayCome) {
  state().mie = 1U << 7;
  state().mstatus = 8;
  EXPECT_EQ(execute(Opcode::jal), hart::Stop::Budget);
  hart.set_interrupt_line(7, true);
  hart.step();
  EXPECT_EQ(pc(), kHandler);
}

}  // namespace
}  // namespace janus::testing
