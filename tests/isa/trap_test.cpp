// Exceptions, trap entry and return, wfi: Volume II, sections 3.1.6 to 3.1.8, 3.1.14 to 3.1.16 and 3.3.
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using hart::Privilege;
using hart::Stop;
using isa::Exception;
using isa::Opcode;
namespace csr = isa::csr;

constexpr std::uint32_t kMie = 1U << 3, kMpie = 1U << 7, kMppMachine = 3U << 11, kMprv = 1U << 17, kTw = 1U << 21;

using Traps = HartTest;

TEST_F(Traps, EcallTellsTheModeItCameFrom) {
  execute(Opcode::ecall);
  expect_trap(Exception::EnvironmentCallFromMachine, 0);
  state().privilege = Privilege::User;
  execute(Opcode::ecall);
  expect_trap(Exception::EnvironmentCallFromUser, 0);
}

TEST_F(Traps, EbreakIsABreakpointAtItsAddress) {
  execute(Opcode::ebreak);
  expect_trap(Exception::Breakpoint, kCode);
}

TEST_F(Traps, IllegalInstructionsTrapWithTheirWord) {
  for (std::uint32_t word : {0U, ~0U, 0x0000'000bU, 0x0200'1013U, 0x1234'5678U & ~0x7fU}) {
    execute(word);
    expect_trap(Exception::IllegalInstruction, word);
  }
}

TEST_F(Traps, EntryStacksTheInterruptEnableAndTheMode) {
  for (Privilege mode : {Privilege::User, Privilege::Machine}) {
    for (std::uint32_t status : {0U, kMie, kMpie, kMie | kMpie, kMie | kTw | kMprv}) {
      state().privilege = mode;
      state().mstatus = status;
      execute(Opcode::ecall);
      EXPECT_EQ(state().privilege, Privilege::Machine);
      EXPECT_EQ(csr(csr::mstatus), (status & (kTw | kMprv)) | (status & kMie ? kMpie : 0) |
                                       (mode == Privilege::Machine ? kMppMachine : 0));
    }
  }
}

TEST_F(Traps, MretReturnsToTheStackedModeAndInterruptEnable) {
  for (std::uint32_t mpp : {0U, kMppMachine}) {
    for (std::uint32_t mpie : {0U, kMpie}) {
      state().privilege = Privilege::Machine;
      state().mstatus = mpp | mpie | kMprv;
      state().mepc = {kData};
      execute(Opcode::mret);
      EXPECT_EQ(pc(), kData);
      EXPECT_EQ(state().privilege, mpp ? Privilege::Machine : Privilege::User);
      // MPIE is set, MPP becomes user; MPRV is cleared when the new mode is not machine mode.
      EXPECT_EQ(csr(csr::mstatus), kMpie | (mpie ? kMie : 0) | (mpp ? kMprv : 0));
    }
  }
}

TEST_F(Traps, ATrapAndItsReturnRestoreModeAndInterruptEnable) {
  for (Privilege mode : {Privilege::User, Privilege::Machine}) {
    state().privilege = mode;
    state().mstatus = kMie;
    execute(Opcode::ecall);
    execute_at_pc(encode(Opcode::mret));
    EXPECT_EQ(pc(), kCode);
    EXPECT_EQ(state().privilege, mode);
    EXPECT_EQ(csr(csr::mstatus) & kMie, kMie);
  }
}

TEST_F(Traps, MretIsIllegalInUserMode) {
  state().privilege = Privilege::User;
  execute(Opcode::mret);
  expect_trap(Exception::IllegalInstruction, encode(Opcode::mret));
}

TEST_F(Traps, ExceptionsGoToTheBaseInVectoredModeToo) {
  state().mtvec = kHandler | 1;
  execute(Opcode::ecall);
  expect_trap(Exception::EnvironmentCallFromMachine, 0);
}

TEST_F(Traps, FetchingFromNowhereFaultsWithThePc) {
  for (std::uint32_t address : {0U, kUnmapped, kRamEnd, kRamBase - 4}) {
    state().pc = address;
    hart.step();
    EXPECT_EQ(pc(), kHandler);
    EXPECT_EQ(csr(csr::mcause), 1U);
    EXPECT_EQ(csr(csr::mtval), address);
    EXPECT_EQ(csr(csr::mepc), address);
  }
}

TEST_F(Traps, AnExceptionWithoutAHandlerEndsTheRun) {
  for (std::uint32_t nowhere : {0U, kUnmapped}) {
    MemoryBus memory;  // all zeros: illegal instructions
    hart::ConcreteHart fresh(plain(), memory);
    fresh.state().mtvec = nowhere;
    EXPECT_EQ(fresh.run(1000), Stop::UnhandledTrap);
    EXPECT_EQ(fresh.unhandled_trap().cause, Exception::IllegalInstruction);
    EXPECT_EQ(fresh.state().pc, kRamBase);
    EXPECT_EQ(fresh.state().retired, 0U);
    EXPECT_EQ(fresh.run(1000), Stop::UnhandledTrap) << "an end is final";
  }
}

TEST_F(Traps, AHandlerThatTrapsAtItsFirstInstructionEndsTheRun) {
  state().pc = kHandler;
  EXPECT_EQ(execute_at_pc(0), Stop::UnhandledTrap);
}

TEST_F(Traps, WfiIsIllegalInUserModeWhenTimeoutWaitIsSet) {
  state().privilege = Privilege::User;
  state().mstatus = kTw;
  execute(Opcode::wfi);
  expect_trap(Exception::IllegalInstruction, encode(Opcode::wfi));
}

TEST_F(Traps, WfiWaitsInMachineModeWhateverTimeoutWaitSays) {
  state().mstatus = kTw;
  execute(Opcode::wfi);
  EXPECT_EQ(pc(), kCode + 4);
  EXPECT_EQ(hart.step(), Stop::Waiting);
  EXPECT_EQ(pc(), kCode + 4);
}

class Hooks : public HartTest {
 protected:
  static hart::HartConfig with_hooks() {
    auto config = plain();
    config.hooks = isa::HookRule::Always;
    return config;
  }
  Hooks() : HartTest(with_hooks()) {}
  Stop hook(std::uint32_t code, std::uint32_t t1 = 0, std::uint32_t t2 = 0) {
    set_x(isa::kT0, code);
    set_x(isa::kT1, t1);
    set_x(isa::kT2, t2);
    return execute(Opcode::ecall);
  }
};

TEST_F(Hooks, AssertAndAssumeOfANonZeroRegisterGoOn) {
  set_x(10, 1);
  for (std::uint32_t code : {1U, 2U}) {
    EXPECT_EQ(hook(code, 10), Stop::Budget);
    expect_only(0, 0);
  }
}

TEST_F(Hooks, AssertOfZeroFailsTheRunWhereItIs) {
  EXPECT_EQ(hook(1, 10), Stop::AssertFailed);
  EXPECT_EQ(pc(), kCode);
}

TEST_F(Hooks, AssumeOfZeroEndsTheRun) { EXPECT_EQ(hook(2, 0), Stop::AssumeFailed); }

TEST_F(Hooks, OtherCodesAreTheFirmwaresOwn) {
  for (std::uint32_t code : {0U, 93U, ~0U}) {
    hook(code);
    expect_trap(Exception::EnvironmentCallFromMachine, 0);
  }
}

TEST_F(Hooks, SymbolicInputsKeepWhatIsThereWithoutASource) {
  set_x(10, 42);
  EXPECT_EQ(hook(3, 10), Stop::Budget);
  expect_only(0, 0);
  poke(kData, 43);
  EXPECT_EQ(hook(4, kData, 4), Stop::Budget);
  EXPECT_EQ(peek(kData), 43U);
}

TEST_F(Hooks, ImpossibleArgumentsAreErrors) {
  for (std::uint32_t code : {1U, 2U, 3U}) {
    HartTest::hart.state() = {};
    hart::ConcreteHart fresh(with_hooks(), bus);
    poke(kCode, encode(Opcode::ecall));
    fresh.set(isa::kT0, {code});
    fresh.set(isa::kT1, {32});
    EXPECT_EQ(fresh.step(), Stop::HookError);
    EXPECT_NE(fresh.hook_error(), "");
  }
  EXPECT_EQ(hook(4, kRamEnd - 4, 5), Stop::HookError);
}

TEST_F(Hooks, ZeroBytesOfMemoryAreNoInput) { EXPECT_EQ(hook(4, kUnmapped, 0), Stop::Budget); }

class MarkedHooks : public HartTest {
 protected:
  static hart::HartConfig marked() {
    auto config = plain();
    config.hooks = isa::HookRule::Marked;
    return config;
  }
  MarkedHooks() : HartTest(marked()) {}
  // Executes `ecall` behind `before`. The firmware's own instruction in front of that is `earlier`.
  Stop call(std::uint32_t code, std::uint32_t before, std::uint32_t earlier = kNop) {
    poke(kCode + 0xfc, earlier);
    set_x(isa::kT0, code);
    poke(kCode + 0x100, before);
    state().pc = kCode + 0x104;
    return execute_at_pc(encode(Opcode::ecall));
  }
  static constexpr std::uint32_t kMarker = 0x04a0'2013;
};

TEST_F(MarkedHooks, AreBehindTheMarkerInMemory) {
  EXPECT_EQ(call(1, kMarker), Stop::AssertFailed);  // x0
}

TEST_F(MarkedHooks, TheMarkerIsTheHintThatAssemblersWrite) {
  EXPECT_EQ(encode(Opcode::slti, {.rd = 0, .rs1 = 0, .immediate = 0x4a}), kMarker);
  EXPECT_EQ(isa::kHookMarker, kMarker);
}

TEST_F(MarkedHooks, OtherEcallsAreTheFirmwaresOwn) {
  for (const std::uint32_t word : {kNop, 0U, kMarker ^ 1U << 20, encode(Opcode::slti, {.rd = 0, .immediate = 0x49})}) {
    call(4, word);
    expect_trap(Exception::EnvironmentCallFromMachine, 0);
  }
  EXPECT_EQ(hart.ignored_hooks(), 0U) << "t0 has a hook's code, and nobody has put it there";
}

TEST_F(MarkedHooks, WithoutAMarkerAreCounted) {
  const auto li = [](std::int32_t code) { return encode(Opcode::addi, {.rd = isa::kT0, .immediate = code}); };
  call(4, kNop, li(4));
  EXPECT_EQ(hart.ignored_hooks(), 1U);
  call(4, kNop, 0x4291'0001);  // c.nop; c.li t0, 4
  EXPECT_EQ(hart.ignored_hooks(), 2U);
  call(4, kNop, li(5));
  call(93, kNop, li(93));
  EXPECT_EQ(hart.ignored_hooks(), 2U);
}

TEST_F(MarkedHooks, WithAnUnknownCodeAreErrors) {
  EXPECT_EQ(call(20, kMarker), Stop::HookError);
  EXPECT_NE(hart.hook_error(), "");
}

TEST_F(MarkedHooks, AreNotThereAtTheVeryBeginningOfMemory) {
  set_x(isa::kT0, 1);
  state().pc = kRamBase;
  execute_at_pc(encode(Opcode::ecall));
  expect_trap(Exception::EnvironmentCallFromMachine, 0);
}

TEST_F(MarkedHooks, LoseTheirMarkerByAStore) {
  set_x(10, 1);
  EXPECT_EQ(call(1, kMarker), Stop::AssertFailed);
  hart.retry();
  call(1, kNop);
  expect_trap(Exception::EnvironmentCallFromMachine, 0);
}

TEST_F(MarkedHooks, AreReadWhateverIsProtected) {
  state().pmp.write_address(0, (kCode + 0x100) >> 2);
  state().pmp.write_configuration(0, 0x1f10);
  state().pmp.write_address(1, 0xffff'ffff);
  state().privilege = hart::Privilege::User;
  EXPECT_EQ(call(1, kMarker), Stop::AssertFailed);
}

}  // namespace
}  // namespace janus::testing
