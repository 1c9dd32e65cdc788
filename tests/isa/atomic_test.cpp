// The A extension: Volume I, chapter 8.
#include <map>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Exception;
using isa::Opcode;
using Formula = std::uint32_t (*)(std::uint32_t memory, std::uint32_t operand);

bool signed_less(std::uint32_t a, std::uint32_t b) { return (a ^ 0x8000'0000) < (b ^ 0x8000'0000); }
const std::map<Opcode, Formula> kAmos = {
    {Opcode::amoswap_w, [](auto, auto b) { return b; }},
    {Opcode::amoadd_w, [](auto a, auto b) { return static_cast<std::uint32_t>(std::uint64_t{a} + b); }},
    {Opcode::amoxor_w, [](auto a, auto b) { return (a | b) - (a & b); }},
    {Opcode::amoand_w, [](auto a, auto b) { return ~(~a | ~b); }},
    {Opcode::amoor_w, [](auto a, auto b) { return ~(~a & ~b); }},
    {Opcode::amomin_w, [](auto a, auto b) { return signed_less(a, b) ? a : b; }},
    {Opcode::amomax_w, [](auto a, auto b) { return signed_less(a, b) ? b : a; }},
    {Opcode::amominu_w, [](auto a, auto b) { return a < b ? a : b; }},
    {Opcode::amomaxu_w, [](auto a, auto b) { return a < b ? b : a; }},
};

class Atomic : public HartTest {
 protected:
  void SetUp() override { set_x(5, kData); }
  std::uint32_t load_reserved(std::uint32_t address) {
    set_x(5, address);
    execute(Opcode::lr_w, {.rd = 6, .rs1 = 5});
    return x(6);
  }
  // Executes sc.w. Returns 0 if it succeeds.
  std::uint32_t store_conditional(std::uint32_t address, std::uint32_t value) {
    set_x(5, address);
    set_x(7, value);
    set_x(8, 0xdead);
    execute(Opcode::sc_w, {.rd = 8, .rs1 = 5, .rs2 = 7});
    expect_only(8, x(8));
    return x(8);
  }
};

TEST_F(Atomic, EveryAtomicInstructionIsTestedHere) {
  for (const isa::Row& row : isa::kTable) {
    if (row.format != isa::Format::Amo || row.opcode == Opcode::sc_w) continue;
    EXPECT_TRUE(kAmos.contains(row.opcode)) << row.mnemonic;
  }
}

TEST_F(Atomic, AmosReturnTheOldWordAndStoreTheirFormula) {
  Random random(50);
  for (const auto& [opcode, formula] : kAmos) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    for (int i = 0; i < 400; ++i) {
      const std::uint32_t memory = random.operand(), operand = random.operand();
      poke(kData, memory);
      set_x(5, kData);
      set_x(6, operand);
      execute(encode(opcode, {.rd = 7, .rs1 = 5, .rs2 = 6}) | random.below(4) << 25);  // any aq and rl
      expect_only(7, memory);
      ASSERT_EQ(peek(kData), formula(memory, operand));
    }
  }
}

TEST_F(Atomic, AmosMayNameOneRegisterTwiceOrX0) {
  for (const auto& [opcode, formula] : kAmos) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    poke(kData, 0x1234);
    set_x(5, kData);
    set_x(6, 0x8000'00f0);
    execute(opcode, {.rd = 6, .rs1 = 5, .rs2 = 6});
    expect_only(6, 0x1234);
    EXPECT_EQ(peek(kData), formula(0x1234, 0x8000'00f0));

    poke(kData, 0x1234);
    execute(opcode, {.rd = 5, .rs1 = 5, .rs2 = 5});
    expect_only(5, 0x1234);
    EXPECT_EQ(peek(kData), formula(0x1234, kData));

    poke(kData, 0x1234);
    set_x(5, kData);
    set_x(6, 0x55);
    execute(opcode, {.rd = 0, .rs1 = 5, .rs2 = 6});
    expect_only(0, 0);
    EXPECT_EQ(peek(kData), formula(0x1234, 0x55));
  }
}

TEST_F(Atomic, MisalignedAmosTrapAndWriteNothing) {
  for (const auto& [opcode, formula] : kAmos) {
    for (std::uint32_t misaligned = 1; misaligned < 4; ++misaligned) {
      SCOPED_TRACE(isa::row(opcode).mnemonic);
      set_x(5, kData + misaligned);
      set_x(6, ~0U);
      execute(opcode, {.rd = 7, .rs1 = 5, .rs2 = 6});
      expect_trap(Exception::StoreAddressMisaligned, kData + misaligned);
      EXPECT_EQ(peek(kData), 0U);
      EXPECT_EQ(peek(kData + 4), 0U);
    }
  }
}

TEST_F(Atomic, AmosOfNowhereAndOfDevicesFaultAsStores) {
  for (const auto& [opcode, formula] : kAmos) {
    for (std::uint32_t address : {kUnmapped, kRamEnd, kDevice}) {
      SCOPED_TRACE(isa::row(opcode).mnemonic);
      set_x(5, address);
      execute(opcode, {.rd = 7, .rs1 = 5, .rs2 = 6});
      expect_trap(Exception::StoreAccessFault, address);
    }
  }
}

TEST_F(Atomic, LoadReservedLoads) {
  poke(kData + 8, 0x8765'4321);
  EXPECT_EQ(load_reserved(kData + 8), 0x8765'4321U);
  execute(Opcode::lr_w, {.rd = 5, .rs1 = 5});
  expect_only(5, 0x8765'4321);
}

TEST_F(Atomic, StoreConditionalSucceedsOnceAfterLoadReserved) {
  load_reserved(kData);
  EXPECT_EQ(store_conditional(kData, 11), 0U);
  EXPECT_EQ(peek(kData), 11U);
  EXPECT_NE(store_conditional(kData, 22), 0U);
  EXPECT_EQ(peek(kData), 11U);
}

TEST_F(Atomic, StoreConditionalWithoutReservationFailsAndWritesNothing) {
  EXPECT_NE(store_conditional(kData, 11), 0U);
  EXPECT_EQ(peek(kData), 0U);
}

TEST_F(Atomic, StoreConditionalElsewhereFailsAndEndsTheReservation) {
  load_reserved(kData);
  EXPECT_NE(store_conditional(kData + 64, 11), 0U);
  EXPECT_EQ(peek(kData + 64), 0U);
  EXPECT_NE(store_conditional(kData, 11), 0U);
  EXPECT_EQ(peek(kData), 0U);
}

TEST_F(Atomic, TheLastLoadReservedCounts) {
  load_reserved(kData);
  load_reserved(kData + 64);
  EXPECT_NE(store_conditional(kData, 1), 0U);
  load_reserved(kData);
  load_reserved(kData + 64);
  EXPECT_EQ(store_conditional(kData + 64, 1), 0U);
}

TEST_F(Atomic, StoreConditionalMayReturnIntoItsOwnOperands) {
  load_reserved(kData);
  set_x(7, 99);
  execute(Opcode::sc_w, {.rd = 7, .rs1 = 5, .rs2 = 7});
  expect_only(7, 0);
  EXPECT_EQ(peek(kData), 99U);
  execute(Opcode::sc_w, {.rd = 5, .rs1 = 5, .rs2 = 7});
  expect_only(5, 1);
  load_reserved(kData);
  execute(Opcode::sc_w, {.rd = 0, .rs1 = 5, .rs2 = 5});
  expect_only(0, 0);
  EXPECT_EQ(peek(kData), kData);
}

TEST_F(Atomic, MisalignedLoadReservedTrapsAsALoadAndStoreConditionalAsAStore) {
  for (std::uint32_t misaligned = 1; misaligned < 4; ++misaligned) {
    set_x(5, kData + misaligned);
    execute(Opcode::lr_w, {.rd = 6, .rs1 = 5});
    expect_trap(Exception::LoadAddressMisaligned, kData + misaligned);
    execute(Opcode::sc_w, {.rd = 6, .rs1 = 5, .rs2 = 7});
    expect_trap(Exception::StoreAddressMisaligned, kData + misaligned);
  }
}

TEST_F(Atomic, LoadReservedOfNowhereFaultsAndReservesNothing) {
  set_x(5, kUnmapped);
  execute(Opcode::lr_w, {.rd = 6, .rs1 = 5});
  expect_trap(Exception::LoadAccessFault, kUnmapped);
  EXPECT_FALSE(state().reserved);
}

}  // namespace
}  // namespace janus::testing
