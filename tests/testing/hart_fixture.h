// A concrete hart with a little memory, for tests of single instructions: a test puts words at the pc, steps, and
// checks the state.
//
//   0x1000_0000  a device of one word that accepts any access
//   0x8000_0000  64 KiB of memory: code at kCode, the trap handler at kHandler, data at kData
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <optional>
#include <vector>

#include "hart/concrete_hart.h"
#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {

inline constexpr std::uint32_t kRamBase = 0x8000'0000, kRamSize = 0x1'0000, kRamEnd = kRamBase + kRamSize;
inline constexpr std::uint32_t kHandler = kRamBase + 0x1000, kData = kRamBase + 0x2000;
inline constexpr std::uint32_t kDevice = 0x1000'0000, kUnmapped = 0x4000'0000;

// A word as a signed number.
inline std::int64_t number(std::uint32_t bits) {
  return bits < 0x8000'0000 ? bits : std::int64_t{bits} - 0x1'0000'0000;
}

class MemoryBus : public hart::Bus {
 public:
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t) override {
    ++accesses;
    if (address == kDevice) return device;
    if (!inside(address, size)) return std::nullopt;
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + (address - kRamBase), size);
    return value;
  }
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t) override {
    ++accesses;
    if (address == kDevice) {
      device = value;
      return true;
    }
    if (!inside(address, size)) return false;
    std::memcpy(bytes.data() + (address - kRamBase), &value, size);
    return true;
  }
  static bool inside(std::uint32_t address, unsigned size) { return address - kRamBase <= kRamSize - size; }

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(kRamSize);
  std::uint32_t device = 0;
  std::uint64_t accesses = 0;
};

class HartTest : public ::testing::Test {
 protected:
  using Opcode = isa::Opcode;
  using State = hart::ArchitecturalState<isa::ConcreteValues>;

  // Without the decode cache, so that a test may change words between steps.
  static hart::HartConfig plain() {
    hart::HartConfig config;
    config.ram_size = kRamSize;
    config.extensions = isa::kUncompressed;
    config.decode_cache = false;
    return config;
  }

  explicit HartTest(hart::HartConfig config = plain()) : hart(config, bus) {
    state().mtvec = kHandler;
    state().pmp.write_address(0, 0xffff'ffff);  // user mode may access everything
    state().pmp.write_configuration(0, 0x1f);
    for (std::uint32_t at = kCode; at < kData; at += 4) poke(at, kNop);
  }

  State& state() { return hart.state(); }
  std::uint32_t x(unsigned number) { return state().x[number].raw; }
  void set_x(unsigned number, std::uint32_t value) { hart.set(static_cast<std::uint8_t>(number), {value}); }
  std::uint32_t pc() { return state().pc; }
  std::uint32_t csr(std::uint16_t number) { return hart.read_csr(number).raw; }

  void poke(std::uint32_t address, std::uint32_t word) { std::memcpy(&bus.bytes.at(address - kRamBase), &word, 4); }
  std::uint32_t peek(std::uint32_t address) {
    std::uint32_t word;
    std::memcpy(&word, &bus.bytes.at(address - kRamBase), 4);
    return word;
  }
  void place(std::uint32_t address, std::initializer_list<std::uint32_t> words) {
    for (std::uint32_t word : words) {
      poke(address, word);
      address += 4;
    }
  }

  // Executes one instruction at kCode; execute_at_pc() executes it at the pc.
  hart::Stop execute(std::uint32_t word) {
    state().pc = kCode;
    return execute_at_pc(word);
  }
  hart::Stop execute(Opcode opcode, Operands operands = {}) { return execute(encode(opcode, operands)); }
  hart::Stop execute_at_pc(std::uint32_t word) {
    poke(pc(), word);
    before_ = state();
    return hart.step();
  }

  // After execute(): x[rd] is `value` (unless rd is x0), all other registers are unchanged, and the pc is the next
  // instruction.
  void expect_only(unsigned rd, std::uint32_t value) {
    for (unsigned i = 0; i < 32; ++i) {
      ASSERT_EQ(x(i), i == rd && rd != 0 ? value : before_.x[i].raw) << "x" << i << std::hex << " of " << value;
    }
    ASSERT_EQ(pc(), before_.pc + 4);
  }
  void expect_registers_unchanged() {
    for (unsigned i = 0; i < 32; ++i) ASSERT_EQ(x(i), before_.x[i].raw) << "x" << i;
  }
  // After execute(): the instruction trapped to the handler and changed no register.
  void expect_trap(isa::Exception cause, std::uint32_t value) {
    ASSERT_EQ(pc(), kHandler) << "no trap was taken";
    EXPECT_EQ(csr(isa::csr::mcause), static_cast<std::uint32_t>(cause));
    EXPECT_EQ(csr(isa::csr::mtval), value);
    EXPECT_EQ(csr(isa::csr::mepc), before_.pc);
    expect_registers_unchanged();
  }
  bool trapped() { return pc() == kHandler; }

  const State& before() const { return before_; }

  MemoryBus bus;
  hart::ConcreteHart hart;

 private:
  State before_;
};

}  // namespace janus::testing
