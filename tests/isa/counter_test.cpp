// Counters: Volume II, sections 3.1.10 to 3.1.12; Volume I, chapter 10.
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Opcode;
namespace csr = isa::csr;

class Counters : public HartTest {
 protected:
  std::uint64_t cycles() { return state().cycles; }
  std::uint32_t read(std::uint16_t number) {
    execute(Opcode::csrrs, {.rd = 6, .rs1 = 0, .immediate = number});
    return x(6);
  }
  void write(std::uint16_t number, std::uint32_t value) {
    set_x(5, value);
    execute(Opcode::csrrw, {.rd = 0, .rs1 = 5, .immediate = number});
  }
  void run_nops(unsigned count) {
    for (unsigned i = 0; i < count; ++i) execute(kNop);
  }
};

TEST_F(Counters, McycleCountsCyclesAndMinstretInstructions) {
  run_nops(10);
  execute(Opcode::div, {.rd = 7});
  const std::uint64_t cycle = cycles();
  EXPECT_GT(cycle, 11U);  // a division takes longer than a cycle
  EXPECT_EQ(read(csr::mcycle), cycle);
  EXPECT_EQ(read(csr::minstret), 12U);  // ten instructions, the division, and the read of mcycle
  EXPECT_EQ(read(csr::minstreth), 0U);
}

TEST_F(Counters, UserCountersShadowTheMachineOnes) {
  run_nops(5);
  const std::uint32_t cycle = read(csr::mcycle), instret = read(csr::minstret);
  EXPECT_EQ(read(csr::cycle), cycle + 2 * hart.timing().of(isa::TimingClass::Csr));
  EXPECT_EQ(read(csr::instret), instret + 2);
}

// "If the CSR is written, the increment of the writing instruction does not happen": the next read sees what was
// written.
TEST_F(Counters, ACounterReadsAsWrittenByTheNextInstruction) {
  for (std::uint16_t number : {csr::mcycle, csr::minstret, csr::mcycleh, csr::minstreth}) {
    for (std::uint32_t value : {0U, 1234U, 0xffff'fff0U}) {
      write(number, value);
      EXPECT_EQ(read(number), value) << std::hex << number;
    }
  }
}

TEST_F(Counters, HalvesAreWrittenAloneAndCarry) {
  write(csr::minstreth, 7);
  write(csr::minstret, 0xffff'ffff);
  EXPECT_EQ(read(csr::minstret), 0xffff'ffffU);
  EXPECT_EQ(read(csr::minstret), 0U);
  EXPECT_EQ(read(csr::minstreth), 8U);
}

// A write of one half does not count either: the other half is as it was before.
TEST_F(Counters, AWriteOfTheUpperHalfDoesNotCount) {
  write(csr::minstret, 0xffff'ffff);
  write(csr::minstreth, 0xffff'ffff);
  run_nops(1);
  EXPECT_EQ(read(csr::minstret), 0U);
  EXPECT_EQ(read(csr::minstreth), 0U);
  write(csr::mcycle, 0xffff'ffff);
  write(csr::mcycleh, 7);
  EXPECT_EQ(read(csr::mcycle), 0xffff'ffffU);
  EXPECT_EQ(read(csr::mcycleh), 8U);
}

TEST_F(Counters, AnInhibitedCounterStandsStillAndGoesOnFromThere) {
  write(csr::mcountinhibit, 5);
  const std::uint32_t cycle = read(csr::mcycle), instret = read(csr::minstret);
  run_nops(20);
  EXPECT_EQ(read(csr::mcycle), cycle);
  EXPECT_EQ(read(csr::minstret), instret);
  write(csr::minstret, 1000);
  run_nops(3);
  EXPECT_EQ(read(csr::minstret), 1000U);
  write(csr::mcountinhibit, 1);
  run_nops(4);
  EXPECT_EQ(read(csr::minstret), 1004U);
  EXPECT_EQ(read(csr::mcycle), cycle);
}

TEST_F(Counters, SimulatedTimeDoesNotStopWithTheCounters) {
  write(csr::mcountinhibit, 5);
  write(csr::mcycle, 0);
  const std::uint64_t before = cycles();
  run_nops(20);
  EXPECT_EQ(cycles(), before + 20 * hart.timing().of(isa::TimingClass::Alu));
}

TEST_F(Counters, TimeCountsTenMillionTicksASecond) {
  EXPECT_EQ(read(csr::time), 0U);
  hart.skip_to(hart.timing().clock_hz / 1000);  // a millisecond
  EXPECT_EQ(read(csr::time), 10'000U);
  hart.skip_to(hart.timing().clock_hz * 500);
  EXPECT_EQ(read(csr::time), 5'000'000'000ULL % 0x1'0000'0000);
  EXPECT_EQ(read(csr::timeh), 5'000'000'000ULL / 0x1'0000'0000);
}

// Volume II, 3.3.1: "ECALL and EBREAK [...] are not considered to retire".
TEST_F(Counters, InstructionsThatTrapDoNotRetire) {
  const std::uint32_t instret = read(csr::minstret);
  execute(Opcode::ecall);
  execute(Opcode::ebreak);
  execute(0);
  EXPECT_EQ(read(csr::minstret), instret + 1);
}

}  // namespace
}  // namespace janus::testing
