// Loads, stores and fences: Volume I, sections 2.6 and 2.7; faults: Volume II, section 3.1.16.
#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Exception;
using isa::Opcode;

struct Access {
  Opcode opcode;
  unsigned size;  // bytes
  bool is_signed;
};
constexpr Access kLoads[] = {{Opcode::lb, 1, true},
                             {Opcode::lh, 2, true},
                             {Opcode::lw, 4, true},
                             {Opcode::lbu, 1, false},
                             {Opcode::lhu, 2, false}};
constexpr Access kStores[] = {{Opcode::sb, 1, false}, {Opcode::sh, 2, false}, {Opcode::sw, 4, false}};

// Every test runs with memory behind the bus and with direct access to memory. The results must be the same.
class Memory : public HartTest, public ::testing::WithParamInterface<bool> {
 protected:
  void SetUp() override {
    Random random(30);
    for (auto& byte : bus.bytes) byte = static_cast<std::uint8_t>(random.word());
    if (GetParam()) hart.set_direct_memory({kRamBase, kRamSize, bus.bytes.data()});
  }
  std::uint32_t byte_at(std::uint32_t address) { return bus.bytes[address - kRamBase]; }
};
INSTANTIATE_TEST_SUITE_P(Through, Memory, ::testing::Bool(),
                         [](const auto& parameter) { return parameter.param ? "DirectMemory" : "TheBus"; });

TEST_P(Memory, LoadsAreLittleEndianAndExtendedAtEveryAlignment) {
  for (const Access& access : kLoads) {
    SCOPED_TRACE(isa::row(access.opcode).mnemonic);
    for (std::uint32_t address = kData; address < kData + 64; ++address) {
      std::uint32_t expected = 0;
      for (unsigned i = 0; i < access.size; ++i) expected += byte_at(address + i) << 8 * i;
      const bool negative = expected >> (8 * access.size - 1);
      if (access.is_signed && negative && access.size < 4) expected |= ~0U << 8 * access.size;
      const std::int32_t offset = static_cast<std::int32_t>(address % 97) - 48;
      set_x(5, address - static_cast<std::uint32_t>(offset));
      execute(access.opcode, {.rd = 6, .rs1 = 5, .immediate = offset});
      expect_only(6, expected);
      set_x(5, address);
      execute(access.opcode, {.rd = 5, .rs1 = 5});
      expect_only(5, expected);
    }
  }
}

TEST_P(Memory, StoresWriteTheirBytesAndNoOthersAtEveryAlignment) {
  Random random(31);
  for (const Access& access : kStores) {
    SCOPED_TRACE(isa::row(access.opcode).mnemonic);
    for (std::uint32_t address = kData; address < kData + 64; ++address) {
      poke(kCode, encode(access.opcode, {.rs1 = 5, .rs2 = 6, .immediate = -7}));
      auto expected = bus.bytes;
      const std::uint32_t value = random.word();
      for (unsigned i = 0; i < access.size; ++i)
        expected[address - kRamBase + i] = static_cast<std::uint8_t>(value >> 8 * i);
      set_x(5, address + 7);
      set_x(6, value);
      execute(access.opcode, {.rs1 = 5, .rs2 = 6, .immediate = -7});
      expect_only(0, 0);
      ASSERT_EQ(bus.bytes, expected);
    }
  }
}

TEST_P(Memory, OffsetsReachFromMinus2048To2047) {
  for (std::int32_t offset : {-2048, -1, 0, 2047}) {
    set_x(5, kData + 0x1000);
    execute(Opcode::lbu, {.rd = 6, .rs1 = 5, .immediate = offset});
    expect_only(6, byte_at(kData + 0x1000 + static_cast<std::uint32_t>(offset)));
  }
}

TEST_P(Memory, AddressesWrapAround) {
  set_x(5, 0xffff'ffff);
  state().x[6] = {kData};
  execute(Opcode::lw, {.rd = 7, .rs1 = 5, .immediate = 1});
  expect_trap(Exception::LoadAccessFault, 0);
}

TEST_P(Memory, TheLastBytesOfMemoryCanBeAccessed) {
  for (const Access& access : kLoads) {
    set_x(5, kRamEnd - access.size);
    execute(access.opcode, {.rd = 0, .rs1 = 5});
    expect_only(0, 0);
  }
}

TEST_P(Memory, LoadsFromNowhereFaultAndWriteNoRegister) {
  for (const Access& access : kLoads) {
    SCOPED_TRACE(isa::row(access.opcode).mnemonic);
    for (std::uint32_t address : {0U, kUnmapped + 1, kRamBase - 4, kRamEnd, 0xffff'fffcU}) {
      set_x(5, address - 5);
      execute(access.opcode, {.rd = 6, .rs1 = 5, .immediate = 5});
      expect_trap(Exception::LoadAccessFault, address);
      execute(access.opcode, {.rd = 0, .rs1 = 5, .immediate = 5});
      expect_trap(Exception::LoadAccessFault, address);  // x0 as destination does not make a load a no-op
    }
  }
}

TEST_P(Memory, StoresToNowhereFault) {
  for (const Access& access : kStores) {
    SCOPED_TRACE(isa::row(access.opcode).mnemonic);
    for (std::uint32_t address : {0U, kUnmapped + 1, kRamBase - 4, kRamEnd, 0xffff'fffcU}) {
      set_x(5, address);
      execute(access.opcode, {.rs1 = 5, .rs2 = 6});
      expect_trap(Exception::StoreAccessFault, address);
    }
  }
}

// "For misaligned loads and stores that cause an access-fault [...], mtval will contain the virtual address of the
// portion of the access that caused the fault."
TEST_P(Memory, AccessesThatReachOverTheEndOfMemoryFaultWhereItEndsAndWriteNothing) {
  for (std::uint32_t inside = 1; inside < 4; ++inside) {
    set_x(5, kRamEnd - inside);
    execute(Opcode::lw, {.rd = 6, .rs1 = 5});
    expect_trap(Exception::LoadAccessFault, kRamEnd);
    const auto unchanged = [&] {
      poke(kCode, encode(Opcode::sw, {.rs1 = 5, .rs2 = 6}));
      return bus.bytes;
    }();
    execute(Opcode::sw, {.rs1 = 5, .rs2 = 6});
    expect_trap(Exception::StoreAccessFault, kRamEnd);
    EXPECT_EQ(bus.bytes, unchanged);
  }
  set_x(5, kRamEnd - 1);
  execute(Opcode::lhu, {.rd = 6, .rs1 = 5});
  expect_trap(Exception::LoadAccessFault, kRamEnd);
}

TEST_P(Memory, AccessesThatBeginBeforeMemoryFaultWhereTheyBegin) {
  set_x(5, kRamBase - 2);
  execute(Opcode::lw, {.rd = 6, .rs1 = 5});
  expect_trap(Exception::LoadAccessFault, kRamBase - 2);
  execute(Opcode::sw, {.rs1 = 5, .rs2 = 6});
  expect_trap(Exception::StoreAccessFault, kRamBase - 2);
}

TEST_P(Memory, DevicesAreReachedThroughTheBusAndEndTheRun) {
  set_x(5, kDevice);
  set_x(6, 0xabcd);
  EXPECT_EQ(execute(Opcode::sw, {.rs1 = 5, .rs2 = 6}), hart::Stop::DeviceAccess);
  EXPECT_EQ(bus.device, 0xabcdU);
  EXPECT_EQ(execute(Opcode::lw, {.rd = 7, .rs1 = 5}), hart::Stop::DeviceAccess);
  expect_only(7, 0xabcd);
}

TEST_P(Memory, FencesOfEveryKindDoNothing) {
  Random random(32);
  for (int i = 0; i < 200; ++i) {
    const Opcode opcode = i % 2 ? Opcode::fence : Opcode::fence_i;
    execute(isa::row(opcode).match | (random.word() & ~isa::row(opcode).mask));
    expect_only(0, 0);
  }
}

class DecodeCache : public HartTest {
 protected:
  static hart::HartConfig cached() {
    auto config = plain();
    config.decode_cache = true;
    return config;
  }
  DecodeCache() : HartTest(cached()) {}
};

TEST_F(DecodeCache, AStoreToCodeIsSeenByTheNextFetch) {
  place(kCode, {encode(Opcode::sw, {.rs1 = 5, .rs2 = 6, .immediate = 8}), kNop,
                encode(Opcode::addi, {.rd = 7, .immediate = 1})});
  for (int round = 0; round < 2; ++round) {  // in the second round, all code has been decoded before
    state().pc = kCode;
    set_x(5, kCode);
    set_x(6, encode(Opcode::addi, {.rd = 7, .immediate = 2 + round}));
    for (int i = 0; i < 3; ++i) hart.step();
    EXPECT_EQ(x(7), 2U + round);
  }
}

TEST_F(DecodeCache, AStoreAcrossTwoPagesIsSeenInBoth) {
  const std::uint32_t last = kHandler - 4;
  place(last,
        {encode(Opcode::addi, {.rd = 7, .immediate = 0x111}), encode(Opcode::addi, {.rd = 8, .immediate = 0x111})});
  state().pc = last;
  hart.step();
  hart.step();
  place(kCode, {encode(Opcode::sw, {.rs1 = 5, .rs2 = 6})});
  set_x(5, last + 2);
  set_x(6, 0x0413'2220);  // immediate 0x222 for the first, rd = x8 again for the second
  state().pc = kCode;
  hart.step();
  state().pc = last;
  hart.step();
  EXPECT_EQ(x(7), 0x222U);
}

TEST_F(DecodeCache, CodeThatSomebodyElseWroteIsSeenAfterDiscarding) {
  place(kCode, {encode(Opcode::addi, {.rd = 7, .immediate = 1})});
  hart.step();
  place(kCode, {encode(Opcode::addi, {.rd = 7, .immediate = 2})});
  hart.discard_decoded();
  state().pc = kCode;
  hart.step();
  EXPECT_EQ(x(7), 2U);
}

}  // namespace
}  // namespace janus::testing
