// The cost of instructions whose latency depends on the values of their operands, in any domain of values. If operands
// are terms, the latency is a term too, and the symbolic hart explores each feasible latency.
#pragma once

#include <bit>

#include "hart/timing.h"
#include "isa/predicates.h"
#include "isa/values.h"

namespace janus::hart {

template <isa::Values V>
class OperandCycles {
 public:
  using Word = typename V::template Word<32>;

  // The whole cost, in cycles, of an instruction for which depends_on_operands() holds. `base` is its static cost.
  static Word of(V& v, const TimingProfile& profile, const isa::Instruction& i, std::uint32_t base, Word rs1,
                 Word rs2) {
    const Word fixed = word(v, base);
    if (isa::is_division(i)) return division(v, profile, i, fixed, rs1, rs2);
    if (isa::timing_class(i) == isa::TimingClass::Multiply) {
      return v.add(fixed, scaled(v, profile.multiply_per_bit, significant(v, rs2)));
    }
    return v.add(fixed, serial_shift(v, profile, rs2));
  }

 private:
  static Word word(V& v, std::uint32_t value) { return v.template constant<32>(value); }
  static Word scaled(V& v, std::uint32_t factor, Word count) {
    if (factor == 0) return word(v, 0);
    return factor == 1 ? count : v.mul(word(v, factor), count);
  }

  static Word serial_shift(V& v, const TimingProfile& profile, Word rs2) {
    const Word amount = v.bit_and(rs2, word(v, 31));
    const auto log2 = static_cast<std::uint32_t>(std::countr_zero(profile.shift_step));
    return v.add(v.lshr(amount, word(v, log2)), v.bit_and(amount, word(v, profile.shift_step - 1)));
  }

  static Word division(V& v, const TimingProfile& profile, const isa::Instruction& i, Word fixed, Word rs1, Word rs2) {
    const bool is_signed = i.opcode == isa::Opcode::div || i.opcode == isa::Opcode::rem;
    const auto bits = [&](Word x) { return significant(v, is_signed ? magnitude(v, x) : x); };
    const bool complements = is_signed && profile.divide_complement;
    const auto divisor_bits = [&](Word x) { return complements ? complement_bits(v, x) : bits(x); };
    Word cycles = fixed;
    if (profile.divide_per_dividend_bit) {
      cycles = v.add(cycles, scaled(v, profile.divide_per_dividend_bit, bits(rs1)));
    }
    if (profile.divide_per_divisor_zero_bit) {
      cycles = v.add(cycles, scaled(v, profile.divide_per_divisor_zero_bit, v.sub(word(v, 32), divisor_bits(rs2))));
    }
    if (profile.divide_by_zero) {
      cycles = v.ite(v.eq(rs2, word(v, 0)), word(v, profile.divide_by_zero), cycles);
    }
    return cycles;
  }

  static Word magnitude(V& v, Word x) { return v.ite(v.slt(x, word(v, 0)), v.sub(word(v, 0), x), x); }

  // As many bits as x has; one more than ~x has, if x is negative.
  static Word complement_bits(V& v, Word x) {
    const auto negative = v.slt(x, word(v, 0));
    return v.add(significant(v, v.ite(negative, v.bit_not(x), x)), v.ite(negative, word(v, 1), word(v, 0)));
  }

  // How many bits a number has without its leading zeros: 0 to 32.
  static Word significant(V& v, Word x) {
    Word count = word(v, 0);
    for (std::uint32_t half = 16; half != 0; half /= 2) {
      const auto big = v.ult(word(v, (1U << half) - 1), x);
      count = v.add(count, v.ite(big, word(v, half), word(v, 0)));
      x = v.ite(big, v.lshr(x, word(v, half)), x);
    }
    return v.add(count, v.bit_and(x, word(v, 1)));  // which is 0 or 1 anyway
  }
};

}  // namespace janus::hart
