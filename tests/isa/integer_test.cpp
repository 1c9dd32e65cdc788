// What integer instructions compute: Volume I, section 2.4 (RV32I) and chapter 7 (M), in wide integers; Zba, Zbb, Zbs,
// Zbkb and Zicond, bit by bit.
#include <limits>
#include <map>

#include "testing/hart_fixture.h"

namespace janus::testing {
namespace {

using isa::Opcode;
using Formula = std::uint32_t (*)(std::uint32_t a, std::uint32_t b);

std::uint32_t low(std::int64_t value) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)); }
std::uint32_t high(std::int64_t value) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32); }
std::int64_t floor_of_division_by_power(std::int64_t value, unsigned exponent) {
  const std::int64_t divisor = std::int64_t{1} << exponent;
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}
std::uint32_t bitwise(std::uint32_t a, std::uint32_t b, unsigned truth_table) {
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 32; ++i) result |= (truth_table >> ((a >> i & 1) * 2 + (b >> i & 1)) & 1) << i;
  return result;
}

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return low(std::int64_t{a} + b); }
std::uint32_t sub(std::uint32_t a, std::uint32_t b) { return low(std::int64_t{a} - b); }
std::uint32_t less(std::uint32_t a, std::uint32_t b) { return number(a) < number(b); }
std::uint32_t less_unsigned(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} < std::uint64_t{b}; }
std::uint32_t exclusive_or(std::uint32_t a, std::uint32_t b) { return bitwise(a, b, 0b0110); }
std::uint32_t inclusive_or(std::uint32_t a, std::uint32_t b) { return bitwise(a, b, 0b1110); }
std::uint32_t conjunction(std::uint32_t a, std::uint32_t b) { return bitwise(a, b, 0b1000); }
std::uint32_t shift_left(std::uint32_t a, std::uint32_t b) {
  return low(std::int64_t{a} * (std::int64_t{1} << b % 32));
}
std::uint32_t shift_right(std::uint32_t a, std::uint32_t b) {
  return low(std::int64_t{a} / (std::int64_t{1} << b % 32));
}
std::uint32_t shift_right_signed(std::uint32_t a, std::uint32_t b) {
  return low(floor_of_division_by_power(number(a), b % 32));
}

// The word whose bit i is bit(i).
template <class Bit>
std::uint32_t of_bits(Bit bit) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 32; ++i) word |= std::uint32_t{bit(i)} << i;
  return word;
}
bool bit_at(std::uint32_t word, unsigned i) { return word >> i % 32 & 1; }
std::uint32_t byte_at(std::uint32_t word, unsigned i) { return word >> 8 * i & 0xff; }
std::uint32_t rotate_right(std::uint32_t a, std::uint32_t b) {
  return of_bits([&](unsigned i) { return bit_at(a, i + b % 32); });
}
std::uint32_t clear_bit(std::uint32_t a, std::uint32_t b) {
  return of_bits([&](unsigned i) { return i != b % 32 && bit_at(a, i); });
}
std::uint32_t extract_bit(std::uint32_t a, std::uint32_t b) { return bit_at(a, b); }
std::uint32_t invert_bit(std::uint32_t a, std::uint32_t b) {
  return of_bits([&](unsigned i) { return bit_at(a, i) != (i == b % 32); });
}
std::uint32_t set_bit(std::uint32_t a, std::uint32_t b) {
  return of_bits([&](unsigned i) { return i == b % 32 || bit_at(a, i); });
}

// Of one register; the second operand does not matter.
const std::map<Opcode, Formula> kUnary = {
    {Opcode::clz,
     [](auto a, auto) {
       std::uint32_t n = 0;
       while (n < 32 && !bit_at(a, 31 - n)) ++n;
       return n;
     }},
    {Opcode::ctz,
     [](auto a, auto) {
       std::uint32_t n = 0;
       while (n < 32 && !bit_at(a, n)) ++n;
       return n;
     }},
    {Opcode::cpop,
     [](auto a, auto) {
       std::uint32_t n = 0;
       for (unsigned i = 0; i < 32; ++i) n += bit_at(a, i);
       return n;
     }},
    {Opcode::sext_b, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, std::min(i, 7U)); }); }},
    {Opcode::sext_h, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, std::min(i, 15U)); }); }},
    {Opcode::zext_h, [](auto a, auto) { return a % 0x10000U; }},
    {Opcode::orc_b, [](auto a, auto) { return of_bits([&](unsigned i) { return byte_at(a, i / 8) != 0; }); }},
    {Opcode::rev8, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, i % 8 + 24 - i / 8 * 8); }); }},
    {Opcode::brev8, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, i / 8 * 8 + 7 - i % 8); }); }},
    {Opcode::zip, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, i / 2 + i % 2 * 16); }); }},
    {Opcode::unzip, [](auto a, auto) { return of_bits([&](unsigned i) { return bit_at(a, i % 16 * 2 + i / 16); }); }},
};

const std::map<Opcode, Formula> kRegisterRegister = {
    {Opcode::add, add},
    {Opcode::sub, sub},
    {Opcode::slt, less},
    {Opcode::sltu, less_unsigned},
    {Opcode::xor_, exclusive_or},
    {Opcode::or_, inclusive_or},
    {Opcode::and_, conjunction},
    {Opcode::sll, shift_left},
    {Opcode::srl, shift_right},
    {Opcode::sra, shift_right_signed},
    {Opcode::sh1add, [](auto a, auto b) { return low(std::int64_t{a} * 2 + b); }},
    {Opcode::sh2add, [](auto a, auto b) { return low(std::int64_t{a} * 4 + b); }},
    {Opcode::sh3add, [](auto a, auto b) { return low(std::int64_t{a} * 8 + b); }},
    {Opcode::andn, [](auto a, auto b) { return bitwise(a, b, 0b0100); }},
    {Opcode::orn, [](auto a, auto b) { return bitwise(a, b, 0b1101); }},
    {Opcode::xnor, [](auto a, auto b) { return bitwise(a, b, 0b1001); }},
    {Opcode::rol, [](auto a, auto b) { return rotate_right(a, 32 - b % 32); }},
    {Opcode::ror, rotate_right},
    {Opcode::min, [](auto a, auto b) { return low(std::min(number(a), number(b))); }},
    {Opcode::max, [](auto a, auto b) { return low(std::max(number(a), number(b))); }},
    {Opcode::minu, [](auto a, auto b) { return std::min(a, b); }},
    {Opcode::maxu, [](auto a, auto b) { return std::max(a, b); }},
    {Opcode::bclr, clear_bit},
    {Opcode::bext, extract_bit},
    {Opcode::binv, invert_bit},
    {Opcode::bset, set_bit},
    {Opcode::pack, [](auto a, auto b) { return a % 0x10000 + b % 0x10000 * 0x10000; }},
    {Opcode::packh, [](auto a, auto b) { return a % 0x100 + b % 0x100 * 0x100; }},
    {Opcode::czero_eqz, [](auto a, auto b) { return b == 0 ? 0 : a; }},
    {Opcode::czero_nez, [](auto a, auto b) { return b != 0 ? 0 : a; }},
    {Opcode::mul, [](auto a, auto b) { return low(number(a) * number(b)); }},
    {Opcode::mulh, [](auto a, auto b) { return high(number(a) * number(b)); }},
    {Opcode::mulhsu, [](auto a, auto b) { return high(number(a) * std::int64_t{b}); }},
    {Opcode::mulhu, [](auto a, auto b) { return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32); }},
    // Table 7.1: by zero, the quotient has all bits set and the remainder is the dividend; 64 bits cannot overflow.
    {Opcode::div, [](auto a, auto b) { return b == 0 ? ~0U : low(number(a) / number(b)); }},
    {Opcode::divu, [](auto a, auto b) { return b == 0 ? ~0U : low(std::int64_t{a} / std::int64_t{b}); }},
    {Opcode::rem, [](auto a, auto b) { return b == 0 ? a : low(number(a) % number(b)); }},
    {Opcode::remu, [](auto a, auto b) { return b == 0 ? a : low(std::int64_t{a} % std::int64_t{b}); }},
};
const std::map<Opcode, Formula> kRegisterImmediate = {
    {Opcode::addi, add},
    {Opcode::slti, less},
    {Opcode::sltiu, less_unsigned},
    {Opcode::xori, exclusive_or},
    {Opcode::ori, inclusive_or},
    {Opcode::andi, conjunction},
    {Opcode::rori, rotate_right},
    {Opcode::bclri, clear_bit},
    {Opcode::bexti, extract_bit},
    {Opcode::binvi, invert_bit},
    {Opcode::bseti, set_bit},
    {Opcode::slli, shift_left},
    {Opcode::srli, shift_right},
    {Opcode::srai, shift_right_signed},
};

class Integer : public HartTest {
 protected:
  void SetUp() override {
    Random random(20);
    for (unsigned i = 1; i < 32; ++i) set_x(i, random.word());
  }
  // Calls check(a, b) for corner and random operands.
  template <class Check>
  void for_operands(Check check) {
    for (std::uint32_t a : kCorners) {
      for (std::uint32_t b : kCorners) check(a, b);
    }
    Random random(21);
    for (int i = 0; i < 400; ++i) check(random.operand(), random.operand());
  }
};

TEST_F(Integer, EveryIntegerInstructionIsTestedHere) {
  for (const isa::Row& row : isa::kTable) {
    if (row.format == isa::Format::R) {
      EXPECT_TRUE(kRegisterRegister.contains(row.opcode)) << row.mnemonic;
    }
    if (row.format == isa::Format::Unary) {
      EXPECT_TRUE(kUnary.contains(row.opcode)) << row.mnemonic;
    }
    if (row.format == isa::Format::I || row.format == isa::Format::Shift) {
      EXPECT_TRUE(kRegisterImmediate.contains(row.opcode)) << row.mnemonic;
    }
  }
}

TEST_F(Integer, RegisterRegisterInstructionsComputeTheirFormulas) {
  for (const auto& [opcode, formula] : kRegisterRegister) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    for_operands([&, opcode = opcode, formula = formula](std::uint32_t a, std::uint32_t b) {
      set_x(5, a);
      set_x(6, b);
      execute(opcode, {.rd = 7, .rs1 = 5, .rs2 = 6});
      expect_only(7, formula(a, b));
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(Integer, UnaryInstructionsComputeTheirFormulas) {
  for (const auto& [opcode, formula] : kUnary) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    for_operands([&, opcode = opcode, formula = formula](std::uint32_t a, std::uint32_t) {
      set_x(5, a);
      execute(opcode, {.rd = 7, .rs1 = 5});
      expect_only(7, formula(a, 0));
      execute(opcode, {.rd = 5, .rs1 = 5});
      expect_only(5, formula(a, 0));
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(Integer, TheDestinationMayBeASource) {
  for (const auto& [opcode, formula] : kRegisterRegister) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    for_operands([&, opcode = opcode, formula = formula](std::uint32_t a, std::uint32_t b) {
      set_x(5, a);
      set_x(6, b);
      execute(opcode, {.rd = 5, .rs1 = 5, .rs2 = 6});
      expect_only(5, formula(a, b));
      set_x(5, a);
      execute(opcode, {.rd = 6, .rs1 = 5, .rs2 = 6});
      expect_only(6, formula(a, b));
      execute(opcode, {.rd = 5, .rs1 = 5, .rs2 = 5});
      expect_only(5, formula(a, a));
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(Integer, ImmediateInstructionsComputeTheirFormulas) {
  for (const auto& [opcode, formula] : kRegisterImmediate) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    const bool shift = isa::row(opcode).format == isa::Format::Shift;
    Random random(22);
    for_operands([&, opcode = opcode, formula = formula](std::uint32_t a, std::uint32_t) {
      for (std::int32_t immediate : {0, 1, 31, -1, -2048, 2047, random.between(-2048, 2047)}) {
        if (shift) immediate &= 31;
        set_x(5, a);
        execute(opcode, {.rd = 7, .rs1 = 5, .immediate = immediate});
        expect_only(7, formula(a, static_cast<std::uint32_t>(immediate)));
        execute(opcode, {.rd = 5, .rs1 = 5, .immediate = immediate});
        expect_only(5, formula(a, static_cast<std::uint32_t>(immediate)));
      }
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(Integer, ReadsOfX0AreZeroAndWritesToItAreLost) {
  for (const auto& [opcode, formula] : kRegisterRegister) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    execute(opcode, {.rd = 0, .rs1 = 5, .rs2 = 6});
    expect_only(0, 0);
    execute(opcode, {.rd = 7, .rs1 = 0, .rs2 = 6});
    expect_only(7, formula(0, x(6)));
    execute(opcode, {.rd = 7, .rs1 = 5, .rs2 = 0});
    expect_only(7, formula(x(5), 0));
  }
  for (const auto& [opcode, formula] : kRegisterImmediate) {
    SCOPED_TRACE(isa::row(opcode).mnemonic);
    execute(opcode, {.rd = 0, .rs1 = 5, .immediate = 3});
    expect_only(0, 0);
    execute(opcode, {.rd = 7, .rs1 = 0, .immediate = 3});
    expect_only(7, formula(0, 3));
  }
}

TEST_F(Integer, EveryRegisterCanBeSourceAndDestination) {
  for (unsigned r = 1; r < 32; ++r) {
    set_x(r, 40);
    execute(Opcode::addi, {.rd = r, .rs1 = r, .immediate = 2});
    expect_only(r, 42);
  }
}

TEST_F(Integer, LuiAndAuipcPlaceTheUpperTwentyBits) {
  Random random(23);
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t upper = random.operand() & 0xffff'f000;
    execute(Opcode::lui, {.rd = 7, .immediate = static_cast<std::int32_t>(upper)});
    expect_only(7, upper);
    state().pc = kCode + 4 * random.below(100);
    execute_at_pc(encode(Opcode::auipc, {.rd = 7, .immediate = static_cast<std::int32_t>(upper)}));
    expect_only(7, low(std::int64_t{before().pc} + upper));
  }
}

// The rows of table 7.1 as numbers.
TEST_F(Integer, DivisionByZeroAndOverflowFollowTheManualsTable) {
  constexpr std::uint32_t kSmallest = 0x8000'0000, kMinusOne = 0xffff'ffff;
  const auto result = [&](Opcode opcode, std::uint32_t a, std::uint32_t b) {
    set_x(5, a);
    set_x(6, b);
    execute(opcode, {.rd = 7, .rs1 = 5, .rs2 = 6});
    return x(7);
  };
  for (std::uint32_t dividend : {0U, 1U, 7U, kSmallest, kMinusOne}) {
    EXPECT_EQ(result(Opcode::divu, dividend, 0), kMinusOne);
    EXPECT_EQ(result(Opcode::remu, dividend, 0), dividend);
    EXPECT_EQ(result(Opcode::div, dividend, 0), kMinusOne);
    EXPECT_EQ(result(Opcode::rem, dividend, 0), dividend);
  }
  EXPECT_EQ(result(Opcode::div, kSmallest, kMinusOne), kSmallest);
  EXPECT_EQ(result(Opcode::rem, kSmallest, kMinusOne), 0U);
  EXPECT_EQ(result(Opcode::div, low(-7), 2), low(-3));
  EXPECT_EQ(result(Opcode::rem, low(-7), 2), low(-1));
}

}  // namespace
}  // namespace janus::testing
