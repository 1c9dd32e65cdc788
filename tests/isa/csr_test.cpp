// CSR instructions (Volume I, chapter 9) and the registers they reach (Volume II, chapter 2 and section 3.1).
#include <set>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using hart::Privilege;
using isa::Exception;
using isa::Opcode;
namespace csr = isa::csr;

// Volume II, tables 2.2 to 2.5, for a hart with machine and user mode, 16 PMP entries and no supervisor.
std::set<unsigned> registers_of_the_manual() {
  std::set<unsigned> numbers = {0xf11, 0xf12, 0xf13, 0xf14, 0xf15,                       // identification
                                0x300, 0x301, 0x304, 0x305, 0x306, 0x310, 0x30a, 0x31a,  // set-up
                                0x340, 0x341, 0x342, 0x343, 0x344, 0x320};               // traps
  const auto range = [&](unsigned first, unsigned last) {
    for (unsigned i = first; i <= last; ++i) numbers.insert(i);
  };
  range(0x3a0, 0x3a3);
  range(0x3b0, 0x3bf);
  range(0x323, 0x33f);
  range(0x7a0, 0x7a3);  // triggers
  for (unsigned first : {0xb00, 0xb80}) {
    numbers.insert(first);
    range(first + 2, first + 31);
  }
  range(0xc00, 0xc1f);
  range(0xc80, 0xc9f);
  return numbers;
}

class Csr : public HartTest {
 protected:
  // csrrw: writes the register, returns what it held.
  std::uint32_t exchange(std::uint16_t number, std::uint32_t value) {
    set_x(5, value);
    execute(Opcode::csrrw, {.rd = 6, .rs1 = 5, .immediate = number});
    return x(6);
  }
  std::uint32_t read(std::uint16_t number) {
    execute(Opcode::csrrs, {.rd = 6, .rs1 = 0, .immediate = number});
    return x(6);
  }
  std::uint32_t written(std::uint16_t number, std::uint32_t value) {
    exchange(number, value);
    return read(number);
  }
};

TEST_F(Csr, SwapSetAndClearReturnTheOldValue) {
  Random random(60);
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t old = random.operand(), operand = random.operand();
    const auto immediate = random.below(32);
    const auto expect = [&](Opcode opcode, std::uint32_t rs1, std::uint32_t result) {
      state().mscratch = {old};
      set_x(5, operand);
      execute(opcode, {.rd = 6, .rs1 = rs1, .immediate = csr::mscratch});
      expect_only(6, old);
      ASSERT_EQ(state().mscratch.raw, result) << isa::row(opcode).mnemonic;
    };
    expect(Opcode::csrrw, 5, operand);
    expect(Opcode::csrrs, 5, old | operand);
    expect(Opcode::csrrc, 5, old & ~operand);
    expect(Opcode::csrrw, 0, 0);
    expect(Opcode::csrrs, 0, old);
    expect(Opcode::csrrc, 0, old);
    expect(Opcode::csrrwi, immediate, immediate);
    expect(Opcode::csrrsi, immediate, old | immediate);
    expect(Opcode::csrrci, immediate, old & ~immediate);
  }
}

TEST_F(Csr, TheDestinationMayBeTheSourceOrX0) {
  state().mscratch = {1};
  set_x(5, 2);
  execute(Opcode::csrrw, {.rd = 5, .rs1 = 5, .immediate = csr::mscratch});
  expect_only(5, 1);
  EXPECT_EQ(state().mscratch.raw, 2U);
  execute(Opcode::csrrs, {.rd = 0, .rs1 = 5, .immediate = csr::mscratch});
  expect_only(0, 0);
  EXPECT_EQ(state().mscratch.raw, 3U);
}

TEST_F(Csr, ExactlyTheRegistersOfTheManualExist) {
  const auto existing = registers_of_the_manual();
  for (unsigned number = 0; number < 4096; ++number) {
    execute(Opcode::csrrs, {.rd = 6, .rs1 = 0, .immediate = static_cast<std::int32_t>(number)});
    EXPECT_EQ(!trapped(), existing.contains(number)) << std::hex << number;
    if (trapped()) expect_trap(Exception::IllegalInstruction, peek(kCode));
  }
}

// There are no triggers: tdata1 reads as "no trigger at this tselect" (Debug specification, 5.7.2).
TEST_F(Csr, TriggersReadZero) {
  for (const std::uint16_t number : {csr::tselect, csr::tdata1, csr::tdata2, csr::tdata3}) {
    exchange(number, 0xffff'ffff);
    EXPECT_EQ(exchange(number, 0), 0U);
  }
}

TEST_F(Csr, ReadOnlyRegistersCanBeReadButNotWritten) {
  for (unsigned number : registers_of_the_manual()) {
    if (number >> 10 != 3) continue;
    SCOPED_TRACE(number);
    const auto at = static_cast<std::int32_t>(number);
    for (Opcode opcode : {Opcode::csrrs, Opcode::csrrc, Opcode::csrrsi, Opcode::csrrci}) {
      execute(opcode, {.rd = 6, .rs1 = 0, .immediate = at});
      EXPECT_FALSE(trapped());
      set_x(5, 0);  // a register that holds zero is still a write
      execute(opcode, {.rd = 6, .rs1 = 5, .immediate = at});
      expect_trap(Exception::IllegalInstruction, peek(kCode));
    }
    for (Opcode opcode : {Opcode::csrrw, Opcode::csrrwi}) {
      execute(opcode, {.rd = 6, .rs1 = 0, .immediate = at});
      expect_trap(Exception::IllegalInstruction, peek(kCode));
    }
  }
}

TEST_F(Csr, UserModeReachesOnlyTheCountersThatAreEnabled) {
  for (std::uint32_t enabled = 0; enabled < 8; ++enabled) {
    state().mcounteren = enabled;
    for (unsigned number : registers_of_the_manual()) {
      state().privilege = Privilege::User;
      execute(Opcode::csrrs, {.rd = 6, .rs1 = 0, .immediate = static_cast<std::int32_t>(number)});
      const bool counter = (number & 0xf60) == 0xc00 && (number & 31) < 3;
      EXPECT_EQ(!trapped(), counter && enabled >> (number & 31) & 1) << std::hex << number << " with " << enabled;
      if (trapped()) expect_trap(Exception::IllegalInstruction, peek(kCode));
    }
  }
}

TEST_F(Csr, EveryMachineRegisterIsClosedToUserMode) {
  for (unsigned number : registers_of_the_manual()) {
    if ((number >> 8 & 3) != 3) continue;
    state().privilege = Privilege::User;
    execute(Opcode::csrrw, {.rd = 6, .rs1 = 5, .immediate = static_cast<std::int32_t>(number)});
    expect_trap(Exception::IllegalInstruction, peek(kCode));
  }
}

TEST_F(Csr, MisaTellsRv32ImabWithUserModeAndCannotBeChanged) {
  const std::uint32_t expected = 1U << 30 | 1U << 0 | 1U << 1 | 1U << 8 | 1U << 12 | 1U << 20;
  EXPECT_EQ(read(csr::misa), expected);
  EXPECT_EQ(written(csr::misa, 0), expected);
  EXPECT_EQ(written(csr::misa, ~0U), expected);
}

TEST_F(Csr, IdentificationIsAllowedToBeZeroAndTheOnlyHartIsNumber0) {
  for (std::uint16_t number : {csr::mvendorid, csr::marchid, csr::mimpid, csr::mhartid, csr::mconfigptr}) {
    EXPECT_EQ(read(number), 0U);
  }
}

TEST_F(Csr, ResetLeavesMachineModeWithInterruptsOff) {
  MemoryBus memory;
  hart::ConcreteHart fresh(plain(), memory);
  EXPECT_EQ(fresh.state().privilege, Privilege::Machine);
  EXPECT_EQ(fresh.state().mstatus & 8, 0U);
  EXPECT_EQ(fresh.state().mstatus & 1U << 17, 0U);
  EXPECT_EQ(fresh.read_csr(csr::mcause).raw, 0U);
}

TEST_F(Csr, MstatusHasTheFieldsOfAHartWithUserModeAndNoMore) {
  // MIE 3, MPIE 7, MPP 12..11, MPRV 17, TW 21.
  EXPECT_EQ(written(csr::mstatus, ~0U), 1U << 3 | 1U << 7 | 3U << 11 | 1U << 17 | 1U << 21);
  EXPECT_EQ(written(csr::mstatus, 0), 0U);
  EXPECT_EQ(written(csr::mstatush, ~0U), 0U);
}

TEST_F(Csr, MppHoldsOnlyModesThatExist) {
  for (std::uint32_t before : {0U, 3U}) {
    for (std::uint32_t mode : {1U, 2U}) {
      exchange(csr::mstatus, before << 11);
      const std::uint32_t mpp = written(csr::mstatus, mode << 11) >> 11 & 3;
      EXPECT_TRUE(mpp == 0 || mpp == 3) << mpp;
    }
  }
}

TEST_F(Csr, MieHasTheThreeMachineInterrupts) { EXPECT_EQ(written(csr::mie, ~0U), 1U << 3 | 1U << 7 | 1U << 11); }

TEST_F(Csr, MipFollowsTheLinesAndIgnoresWrites) {
  hart.set_interrupt_line(7, true);
  EXPECT_EQ(read(csr::mip), 1U << 7);
  EXPECT_EQ(written(csr::mip, ~0U), 1U << 7);
  EXPECT_EQ(written(csr::mip, 0), 1U << 7);
  hart.set_interrupt_line(7, false);
  EXPECT_EQ(read(csr::mip), 0U);
}

TEST_F(Csr, MtvecKnowsDirectAndVectoredMode) {
  EXPECT_EQ(written(csr::mtvec, 0x8000'0100), 0x8000'0100U);
  EXPECT_EQ(written(csr::mtvec, 0x8000'0101), 0x8000'0101U);
  for (std::uint32_t reserved : {2U, 3U}) EXPECT_LT(written(csr::mtvec, 0x8000'0100 | reserved) & 3, 2U);
}

TEST_F(Csr, MepcIsAlwaysAligned) {
  for (std::uint32_t value : {0x8000'0001U, 0x8000'0002U, 0x8000'0003U, ~0U}) {
    EXPECT_EQ(written(csr::mepc, value), value & ~3U);
  }
}

TEST_F(Csr, TrapRegistersHoldWhatIsWritten) {
  Random random(61);
  for (std::uint16_t number : {csr::mscratch, csr::mtval, csr::mcause}) {
    const std::uint32_t value = random.word();
    EXPECT_EQ(written(number, value), value);
  }
}

TEST_F(Csr, McounterenAndMcountinhibitCoverTheThreeCounters) {
  EXPECT_EQ(written(csr::mcounteren, ~0U), 7U);
  EXPECT_EQ(written(csr::mcountinhibit, ~0U), 5U);  // there is no bit for time
}

TEST_F(Csr, EventCountersReadAsZero) {
  for (unsigned first : {0x323, 0xb03, 0xb83}) {
    EXPECT_EQ(written(static_cast<std::uint16_t>(first), ~0U), 0U) << std::hex << first;
    EXPECT_FALSE(trapped());
  }
}

}  // namespace
}  // namespace janus::testing
