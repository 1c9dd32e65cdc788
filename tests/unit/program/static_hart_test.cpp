// What the static hart knows of an instruction, compared with the concrete hart: under several values of all that is
// not known, the concrete hart does what is claimed.
#include "program/static_hart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "isa/decoder.h"
#include "testing/hart_fixture.h"

namespace janus::program {
namespace {

using Is = KnownRegister::Is;

class StaticEffects : public testing::HartTest, protected KnownRegisters {
 protected:
  static constexpr std::uint32_t kDataSize = 0x1000, kEntrySp = testing::kData + 0x800;

  StaticEffects() : start_(state()) {}

  KnownRegister get(std::uint8_t number) override {
    asked_.push_back(number);
    return known[number];
  }

  // Numbers, and addresses of data, of the device and of nothing.
  std::uint32_t some_value() {
    if (random.one_in(2)) return random.operand();
    return testing::kData + random.below(kDataSize - 8) / (random.one_in(2) ? 1 : 4) * 4;
  }
  void choose_known() {
    for (std::size_t number = 1; number < 32; ++number) {
      switch (random.below(3)) {
        case 0: known[number] = {}; break;
        case 1: known[number] = KnownValues::constant<32>(some_value()); break;
        default: known[number] = KnownValues::entry_sp(static_cast<std::uint32_t>(random.between(-64, 64)));
      }
    }
  }
  isa::Instruction some_instruction(const isa::Row& row) {
    constexpr std::uint16_t kCsrs[] = {isa::csr::mscratch, isa::csr::mepc,  isa::csr::mcause,
                                       isa::csr::mstatus,  isa::csr::cycle, 0x123};
    testing::Operands operands{.rd = random.below(32), .rs1 = random.below(32), .rs2 = random.below(32)};
    if (random.one_in(4)) operands.rs1 = operands.rd;
    if (random.one_in(4)) operands.rs2 = operands.rs1;
    switch (row.format) {
      case isa::Format::Csr:
      case isa::Format::CsrImm: operands.immediate = kCsrs[random.below(std::size(kCsrs))]; break;
      case isa::Format::U: operands.immediate = static_cast<std::int32_t>(random.word() & ~0xfffU); break;
      case isa::Format::B:
      case isa::Format::J: operands.immediate = 4 * random.between(-200, 200); break;
      default: operands.immediate = random.one_in(2) ? random.between(-2048, 2047) : 4 * random.between(-16, 16);
    }
    return isa::decode(testing::encode(row.opcode, operands), isa::kUncompressed);
  }

  // Executes it with one choice of what is not known. Whether it completed.
  bool run(const isa::Instruction& i) {
    state() = start_;
    hart.retry();  // it may have halted
    entry_sp = kEntrySp + 4 * random.below(8);
    for (std::uint8_t number = 1; number < 32; ++number) set_x(number, meaning(known[number]).value_or(some_value()));
    for (const auto csr : {isa::csr::mscratch, isa::csr::mepc, isa::csr::mcause}) hart.write_csr(csr, {random.word()});
    for (std::uint32_t at = 0; at < kDataSize; at += 4) poke(testing::kData + at, random.word());
    data_ = data();
    execute(i.word);
    return !trapped() && state().retired == start_.retired + 1;
  }
  std::optional<std::uint32_t> meaning(KnownRegister word) const {
    if (word.is == Is::Unknown) return std::nullopt;
    return word.is == Is::Constant ? word.bits.raw : entry_sp + word.bits.raw;
  }

  // After run(): what it did is what was said.
  void expect_done(const isa::Instruction& i, const StaticEffect& effect) {
    for (unsigned number = 1; number < 32; ++number) {
      if (number != effect.written) {
        ASSERT_EQ(x(number), before().x[number].raw) << "x" << number;
      }
    }
    if (const auto value = meaning(effect.value); value && effect.written != 0) {
      ASSERT_EQ(x(effect.written), *value);
    }
    const auto address = meaning(effect.address);
    const auto now = data();
    for (std::uint32_t at = 0; at < kDataSize; ++at) {
      const bool may = effect.stored > 0 && (!address || testing::kData + at - *address < effect.stored);
      if (!may) {
        ASSERT_EQ(now[at], data_[at]) << "byte " << at;
      }
    }
    if (isa::row(i.opcode).format != isa::Format::Store) return;
    ASSERT_EQ(effect.stored, i.opcode == Opcode::sb ? 1U : i.opcode == Opcode::sh ? 2U : 4U);
    for (std::uint32_t byte = 0; address && byte < effect.stored; ++byte) {
      if (*address - testing::kData >= kDataSize - 4) continue;
      ASSERT_EQ(now[*address + byte - testing::kData], before().x[i.rs2].raw >> (8 * byte) & 0xff);
    }
  }
  // All that can be known is: results of operands, and addresses of bases.
  void expect_precise(const isa::Instruction& i, const StaticEffect& effect) {
    const auto is = [&](std::uint8_t number) { return number == 0 ? Is::Constant : known[number].is; };
    const bool base = is(i.rs1) == Is::Constant, both = base && is(i.rs2) == Is::Constant;
    switch (isa::row(i.opcode).format) {
      case isa::Format::R: EXPECT_TRUE(!both || effect.value.is_constant()); break;
      case isa::Format::Unary:
      case isa::Format::I:
      case isa::Format::Shift:
      case isa::Format::Jalr: EXPECT_TRUE(!base || effect.value.is_constant()); break;
      case isa::Format::U:
      case isa::Format::J: EXPECT_TRUE(effect.value.is_constant()); break;
      case isa::Format::Store: EXPECT_EQ(effect.address.is, is(i.rs1)); break;
      case isa::Format::Amo: EXPECT_TRUE(effect.stored == 4 && (!base || effect.address.is_constant())); break;
      default: break;
    }
    if (i.opcode == Opcode::addi) {
      EXPECT_EQ(effect.value.is, is(i.rs1));
    }
  }
  void expect_asks_only_what_it_reads(const isa::Instruction& i) {
    for (const std::uint8_t number : asked_) EXPECT_TRUE(isa::reads_register(i, number)) << "x" << unsigned{number};
    asked_.clear();
  }

  testing::Random random{44};
  std::array<KnownRegister, 32> known{};  // x0 is never asked for
  std::uint32_t entry_sp = 0;

 private:
  std::vector<std::uint8_t> data() const {
    const auto begin = bus.bytes.begin() + (testing::kData - testing::kRamBase);
    return {begin, begin + kDataSize};
  }

  const State start_;
  std::vector<std::uint8_t> data_;
  std::vector<std::uint8_t> asked_;
};

TEST_F(StaticEffects, AreWhatEveryRowDoesWhateverIsNotKnown) {
  for (const isa::Row& row : isa::kTable) {
    int completed = 0;
    for (int round = 0; round < 25; ++round) {
      SCOPED_TRACE(row.mnemonic);
      choose_known();
      const isa::Instruction i = some_instruction(row);
      const StaticEffect effect = static_effect(i, testing::kCode, *this);
      expect_asks_only_what_it_reads(i);
      bool any = false;
      for (int sample = 0; sample < 4; ++sample) {
        if (!run(i)) continue;
        any = true;
        ++completed;
        ASSERT_NO_FATAL_FAILURE(expect_done(i, effect)) << "word " << std::hex << i.word;
      }
      if (any) expect_precise(i, effect);
    }
    const bool traps = row.opcode == Opcode::ecall || row.opcode == Opcode::ebreak;
    EXPECT_TRUE(traps ? completed == 0 : completed > 0) << row.mnemonic << " completed " << completed;
  }
}

TEST_F(StaticEffects, OfOperationsOnTheStackPointerAreOffsetsAndDifferences) {
  known[10] = KnownValues::entry_sp(16), known[11] = KnownValues::entry_sp(4), known[12] = KnownValues::constant<32>(7);
  const auto value = [&](Opcode opcode, std::uint32_t rs1, std::uint32_t rs2) {
    return static_effect(isa::decode(testing::encode(opcode, {.rd = 13, .rs1 = rs1, .rs2 = rs2}), isa::kUncompressed),
                         0, *this)
        .value;
  };
  EXPECT_EQ(value(Opcode::add, 10, 12), KnownValues::entry_sp(23));
  EXPECT_EQ(value(Opcode::add, 12, 10), KnownValues::entry_sp(23));
  EXPECT_EQ(value(Opcode::sub, 10, 12), KnownValues::entry_sp(9));
  EXPECT_EQ(value(Opcode::sub, 11, 10), KnownValues::constant<32>(0xffff'fff4));
  EXPECT_EQ(value(Opcode::sub, 12, 10), KnownRegister{});
  EXPECT_EQ(value(Opcode::add, 10, 11), KnownRegister{});
  EXPECT_EQ(value(Opcode::or_, 10, 12), KnownRegister{}) << "it need not be aligned";
  EXPECT_EQ(value(Opcode::add, 20, 12), KnownRegister{});
}

TEST(KnownValues, AChoiceIsKnownIfItsConditionIsOrBothSidesAreTheSame) {
  const KnownWord<1> either{};
  const auto one = KnownValues::constant<32>(1), two = KnownValues::constant<32>(2);
  EXPECT_EQ(KnownValues::ite(KnownValues::constant<1>(1), one, two), one);
  EXPECT_EQ(KnownValues::ite(KnownValues::constant<1>(0), one, two), two);
  EXPECT_EQ(KnownValues::ite(either, one, two), KnownRegister{});
  EXPECT_EQ(KnownValues::ite(either, two, two), two);
  EXPECT_EQ(KnownValues::ite(either, KnownValues::entry_sp(4), KnownValues::entry_sp(8)), KnownRegister{});
}

TEST_F(StaticEffects, OfAHookAreItsCallIfRegistersSayWhichItIs) {
  const auto constant = [](std::uint32_t value) { return KnownValues::constant<32>(value); };
  using StaticIs = StaticHook::Is;
  EXPECT_EQ(hook_of(*this).is, StaticIs::Unknown) << "t0 may be anything";
  known[isa::kT0] = constant(0);
  EXPECT_EQ(hook_of(*this).is, StaticIs::NoHook);
  for (const isa::HookRow& row : isa::kHooks) {
    known[isa::kT0] = constant(static_cast<std::uint32_t>(row.code));
    known[isa::kT1] = KnownValues::entry_sp(8), known[isa::kT2] = {};
    const StaticHook stack = hook_of(*this);
    if (row.arguments == isa::HookArguments::Register) {
      EXPECT_EQ(stack.is, StaticIs::Unknown) << "which register is not known";
      known[isa::kT1] = constant(12);
      const StaticHook hook = hook_of(*this);
      EXPECT_TRUE(hook.is == StaticIs::Hook && hook.call.code == row.code && hook.call.register_number == 12);
      EXPECT_TRUE(hook.call.names_a_register());
      known[isa::kT1] = constant(32);
      EXPECT_FALSE(hook_of(*this).call.names_a_register());
    } else if (row.arguments == isa::HookArguments::None) {
      EXPECT_TRUE(stack.is == StaticIs::Hook && stack.call.code == row.code);
    } else {
      EXPECT_TRUE(stack.is == StaticIs::Hook && stack.call.code == row.code);
      EXPECT_EQ(stack.call.address, KnownValues::entry_sp(8));
      EXPECT_EQ(stack.call.bytes, KnownRegister{});
    }
  }
}

}  // namespace
}  // namespace janus::program
