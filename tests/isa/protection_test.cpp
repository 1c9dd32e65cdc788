// Physical memory protection in the hart: Volume II, section 3.7; mstatus.MPRV: 3.1.6.3.
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Exception;
using isa::Opcode;
namespace csr = isa::csr;

// The data page is protected by entry 0; entry 1 opens everything else.
class Protection : public HartTest {
 protected:
  Protection() {
    for (std::uint32_t at = kHandler; at < kHandler + 64; at += 4) poke(at, kNop);
    write(csr::pmpaddr0, kData >> 2 | 0x1ff);  // 4 KiB
    write(csr::pmpaddr0 + 1, 0xffff'ffff);
    protect_data(0);
  }
  void write(std::uint16_t number, std::uint32_t value) {
    set_x(5, value);
    execute(Opcode::csrrw, {.rd = 0, .rs1 = 5, .immediate = number});
  }
  // `permissions` of entry 0: R, W, X, and 0x80 to lock.
  void protect_data(std::uint32_t permissions) { write(csr::pmpcfg0, 0x1f00U | 0x18U | permissions); }
  void go_to_user_mode() { state().privilege = hart::Privilege::User; }
  bool load_faults(Opcode opcode = Opcode::lw) {
    go_on();
    set_x(6, kData + 8);
    execute(opcode, {.rd = 7, .rs1 = 6});
    return trapped() && csr(csr::mcause) == 5 && csr(csr::mtval) == kData + 8;
  }
  bool store_faults(Opcode opcode = Opcode::sw) {
    go_on();
    set_x(6, kData + 8);
    const auto old = peek(kData + 8);
    execute(opcode, {.rd = opcode == Opcode::sw ? 0U : 7U, .rs1 = 6, .rs2 = 5});
    return trapped() && csr(csr::mcause) == 7 && csr(csr::mtval) == kData + 8 && peek(kData + 8) == old;
  }
  // Back to where the last trap came from.
  void go_on() {
    if (!trapped()) return;
    state().privilege = state().mstatus & hart::status::kMpp ? hart::Privilege::Machine : hart::Privilege::User;
  }
};

TEST_F(Protection, KeepsUserModeFromWhatItMayNot) {
  go_to_user_mode();
  EXPECT_TRUE(load_faults());
  EXPECT_TRUE(store_faults());
  EXPECT_TRUE(store_faults(Opcode::amoadd_w));
  EXPECT_TRUE(load_faults(Opcode::lr_w));
}

TEST_F(Protection, ReadsAreNoWrites) {
  protect_data(1);
  go_to_user_mode();
  EXPECT_FALSE(load_faults());
  EXPECT_TRUE(store_faults());
  EXPECT_TRUE(store_faults(Opcode::amoswap_w));
}

TEST_F(Protection, OfAnUnlockedEntryDoesNotConcernMachineMode) {
  EXPECT_FALSE(load_faults());
  EXPECT_FALSE(store_faults());
}

TEST_F(Protection, OfALockedEntryConcernsMachineMode) {
  protect_data(0x80 | 1);
  EXPECT_FALSE(load_faults());
  EXPECT_TRUE(store_faults());
}

TEST_F(Protection, MprvMakesMachineModeAccessAsTheModeBefore) {
  state().mstatus = hart::status::kMprv;  // MPP: user
  EXPECT_TRUE(load_faults());
  state().privilege = hart::Privilege::Machine;
  state().mstatus = hart::status::kMprv | hart::status::kMpp;
  EXPECT_FALSE(load_faults());
}

TEST_F(Protection, MprvDoesNotConcernFetches) {
  protect_data(3);
  poke(kData, kNop);
  state().mstatus = hart::status::kMprv;
  state().pc = kData;
  hart.step();
  EXPECT_EQ(pc(), kData + 4);
}

TEST_F(Protection, FetchesNeedX) {
  protect_data(3);
  go_to_user_mode();
  state().pc = kData;
  poke(kData, kNop);
  hart.step();
  EXPECT_TRUE(trapped());
  EXPECT_EQ(csr(csr::mcause), 1U);
  EXPECT_EQ(csr(csr::mtval), kData);
  EXPECT_EQ(csr(csr::mepc), kData);
}

TEST_F(Protection, AMisalignedAccessFaultsWhereItsFirstForbiddenByteIs) {
  go_to_user_mode();
  set_x(6, kData - 2);
  execute(Opcode::lw, {.rd = 7, .rs1 = 6});
  EXPECT_EQ(csr(csr::mtval), kData);
}

TEST_F(Protection, ComesBeforeTheDevice) {
  protect_data(0);
  write(csr::pmpaddr0, kDevice >> 2);
  write(csr::pmpcfg0, 0x1f10);  // NA4
  go_to_user_mode();
  set_x(6, kDevice);
  const std::uint64_t before = bus.accesses;
  execute(Opcode::lw, {.rd = 7, .rs1 = 6});
  EXPECT_EQ(csr(csr::mcause), 5U);
  EXPECT_EQ(bus.accesses, before + 1);  // the fetch
}

TEST_F(Protection, WithoutAMatchUserModeMayNothing) {
  write(csr::pmpcfg0, 0);
  go_to_user_mode();
  execute(kNop);
  EXPECT_TRUE(trapped());
  EXPECT_EQ(csr(csr::mcause), 1U);
}

TEST_F(Protection, ADataAccessNeedsTheRegistersOfTheMachine) {
  EXPECT_EQ(csr(csr::pmpaddr0), kData >> 2 | 0x1ff);
  EXPECT_EQ(csr(csr::pmpcfg0), 0x1f18U);
  go_to_user_mode();
  execute(Opcode::csrrs, {.rd = 7, .rs1 = 0, .immediate = csr::pmpcfg0});
  EXPECT_EQ(csr(csr::mcause), 2U);
}

TEST_F(Protection, AHandlerThatMayNotBeFetchedIsNoHandler) {
  protect_data(0x80);
  state().mtvec = kData;
  execute(Opcode::ebreak);
  EXPECT_EQ(pc(), kData);
  EXPECT_EQ(hart.step(), hart::Stop::UnhandledTrap);
}

}  // namespace
}  // namespace janus::testing
