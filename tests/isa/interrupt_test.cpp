// Interrupts and wfi: Volume II, sections 3.1.6.1, 3.1.7, 3.1.9 and 3.3.3.
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using hart::Privilege;
using hart::Stop;
using isa::Opcode;
namespace csr = isa::csr;

constexpr std::uint32_t kSoftware = 3, kTimer = 7, kExternal = 11;
constexpr std::uint32_t kGlobal = 1U << 3, kAll = 1U << kSoftware | 1U << kTimer | 1U << kExternal;
constexpr std::uint32_t kInterrupt = 1U << 31;

class Interrupts : public HartTest {
 protected:
  void raise(std::uint32_t lines) {
    for (std::uint32_t line : {kSoftware, kTimer, kExternal}) hart.set_interrupt_line(line, lines >> line & 1);
  }
  // Ready to be interrupted, at kCode.
  void arm(std::uint32_t enabled = kAll) {
    state().pc = kCode;
    state().privilege = Privilege::Machine;
    state().waiting = false;
    state().mstatus = kGlobal;
    state().mie = enabled;
  }
};

TEST_F(Interrupts, AreTakenIfPendingEnabledAndNotMasked) {
  for (std::uint32_t line : {kSoftware, kTimer, kExternal}) {
    for (bool pending : {false, true}) {
      for (bool enabled : {false, true}) {
        for (bool globally : {false, true}) {
          for (Privilege mode : {Privilege::User, Privilege::Machine}) {
            arm(enabled ? 1U << line : kAll & ~(1U << line));
            raise(pending ? 1U << line : 0);
            state().mstatus = globally ? kGlobal : 0;
            state().privilege = mode;
            hart.step();
            // mstatus.MIE masks in machine mode only.
            const bool taken = pending && enabled && (globally || mode == Privilege::User);
            EXPECT_EQ(pc(), taken ? kHandler : kCode + 4);
            if (taken) {
              EXPECT_EQ(csr(csr::mcause), kInterrupt | line);
            }
          }
        }
      }
    }
  }
}

TEST_F(Interrupts, ComeBeforeTheInstructionAndRememberItsAddressAndMode) {
  for (Privilege mode : {Privilege::User, Privilege::Machine}) {
    arm();
    state().privilege = mode;
    raise(1U << kTimer);
    state().mtval = {99};
    poke(kCode, encode(Opcode::addi, {.rd = 7, .immediate = 1}));
    const std::uint64_t retired = state().retired;
    hart.step();
    EXPECT_EQ(x(7), 0U);
    EXPECT_EQ(state().retired, retired);
    EXPECT_EQ(csr(csr::mepc), kCode);
    EXPECT_EQ(csr(csr::mtval), 0U);
    EXPECT_EQ(csr(csr::mstatus), 1U << 7 | (mode == Privilege::Machine ? 3U << 11 : 0));
    EXPECT_EQ(state().privilege, Privilege::Machine);
  }
}

TEST_F(Interrupts, ExternalGoesBeforeSoftwareBeforeTimer) {
  for (std::uint32_t pending = 1; pending < 8; ++pending) {
    arm();
    raise((pending & 1) << kTimer | (pending >> 1 & 1) << kSoftware | (pending >> 2 & 1) << kExternal);
    hart.step();
    const std::uint32_t first = pending & 4 ? kExternal : pending & 2 ? kSoftware : kTimer;
    EXPECT_EQ(csr(csr::mcause), kInterrupt | first) << pending;
  }
}

TEST_F(Interrupts, VectoredModeGoesToFourTimesTheCause) {
  for (std::uint32_t line : {kSoftware, kTimer, kExternal}) {
    arm();
    state().mtvec = kHandler | 1;
    raise(1U << line);
    hart.step();
    EXPECT_EQ(pc(), kHandler + 4 * line);
  }
}

TEST_F(Interrupts, TheHandlerRunsWithInterruptsOffUntilItReturns) {
  arm();
  raise(1U << kTimer);
  hart.step();
  EXPECT_EQ(pc(), kHandler);
  hart.step();
  EXPECT_EQ(pc(), kHandler + 4);
  execute_at_pc(encode(Opcode::mret));
  EXPECT_EQ(pc(), kCode);
  hart.step();
  EXPECT_EQ(pc(), kHandler) << "the line is still high";
}

TEST_F(Interrupts, AreTakenRightAfterTheInstructionThatEnablesThem) {
  for (std::uint16_t number : {csr::mstatus, csr::mie}) {
    arm();
    if (number == csr::mstatus) state().mstatus = 0;
    if (number == csr::mie) state().mie = 0;
    raise(1U << kTimer);
    set_x(5, number == csr::mstatus ? kGlobal : kAll);
    place(kCode,
          {encode(Opcode::csrrs, {.rs1 = 5, .immediate = number}), encode(Opcode::addi, {.rd = 7, .immediate = 1})});
    set_x(7, 0);
    hart.run(state().cycles + 4);
    EXPECT_EQ(csr(csr::mepc), kCode + 4);
    EXPECT_EQ(x(7), 0U);
  }
}

TEST_F(Interrupts, WfiWakesForAnEnabledInterruptAndReturnsBehindItself) {
  arm();
  execute(Opcode::wfi);
  EXPECT_EQ(hart.step(), Stop::Waiting);
  raise(1U << kTimer);
  hart.step();
  EXPECT_EQ(pc(), kHandler);
  EXPECT_EQ(csr(csr::mepc), kCode + 4);
}

TEST_F(Interrupts, WfiWakesWithoutATrapWhenInterruptsAreMasked) {
  arm();
  state().mstatus = 0;
  execute(Opcode::wfi);
  EXPECT_EQ(hart.step(), Stop::Waiting);
  raise(1U << kExternal);
  hart.step();
  EXPECT_EQ(pc(), kCode + 8);
}

TEST_F(Interrupts, WfiSleepsOnForAnInterruptThatIsNotEnabled) {
  arm(1U << kExternal);
  execute(Opcode::wfi);
  raise(1U << kTimer);
  EXPECT_EQ(hart.step(), Stop::Waiting);
  EXPECT_EQ(hart.run(state().cycles + 100), Stop::Waiting);
}

TEST_F(Interrupts, WfiDoesNotSleepIfOneIsPendingAlready) {
  arm();
  state().mstatus = 0;
  raise(1U << kTimer);
  execute(Opcode::wfi);
  hart.step();
  EXPECT_EQ(pc(), kCode + 8);
}

TEST_F(Interrupts, CostTheTrapsCyclesOnce) {
  arm();
  raise(1U << kTimer);
  const std::uint64_t before = state().cycles;
  hart.step();
  EXPECT_EQ(state().cycles, before + hart.timing().trap);
}

}  // namespace
}  // namespace janus::testing
