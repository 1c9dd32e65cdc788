// Bit manipulation (RISC-V Bit-Manipulation ISA-extensions 1.0.0: Zba, Zbb, Zbs; Cryptography Extensions Volume
// I 1.0.1: Zbkb) and conditional zero (Zicond 1.0). Counts and permutations of bits take a logarithmic number of steps,
// each on all bits of the word.
#pragma once

#include "isa/semantics_integer.h"

namespace janus::isa::semantics {

template <Hart H>
using Word32 = typename H::template Word<32>;

// --- Zba

template <Hart H>
void shifted_add(H& hart, const Instruction& i, std::uint32_t amount) {
  auto& v = hart.values();
  hart.set(i.rd, v.add(v.shl(hart.get(i.rs1), constant(hart, amount)), hart.get(i.rs2)));
}
template <Hart H>
void sh1add(H& hart, const Instruction& i) {
  shifted_add(hart, i, 1);
}
template <Hart H>
void sh2add(H& hart, const Instruction& i) {
  shifted_add(hart, i, 2);
}
template <Hart H>
void sh3add(H& hart, const Instruction& i) {
  shifted_add(hart, i, 3);
}

// --- Zbb

template <Hart H>
void andn(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_and(hart.get(i.rs1), v.bit_not(hart.get(i.rs2))));
}
template <Hart H>
void orn(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_or(hart.get(i.rs1), v.bit_not(hart.get(i.rs2))));
}
template <Hart H>
void xnor(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_not(v.bit_xor(hart.get(i.rs1), hart.get(i.rs2))));
}

// How far to shift the other way in a rotation by `amount`, which is less than 32.
template <Hart H>
auto rest_of_rotation(H& hart, Word32<H> amount) {
  auto& v = hart.values();
  return v.bit_and(v.sub(constant(hart, 0), amount), constant(hart, 31));
}
template <Hart H>
void rol(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto x = hart.get(i.rs1), amount = shift_amount(hart, i);
  hart.set(i.rd, v.bit_or(v.shl(x, amount), v.lshr(x, rest_of_rotation(hart, amount))));
}
template <Hart H>
void ror(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto x = hart.get(i.rs1), amount = shift_amount(hart, i);
  hart.set(i.rd, v.bit_or(v.lshr(x, amount), v.shl(x, rest_of_rotation(hart, amount))));
}
template <Hart H>
void rori(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto x = hart.get(i.rs1);
  hart.set(i.rd, v.bit_or(v.lshr(x, immediate(hart, i)), v.shl(x, constant(hart, (32 - i.immediate) % 32))));
}

// Halves the place of the first set bit: if the upper `step` bits are zero, they are counted and shifted out.
template <Hart H>
void clz(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto zero = constant(hart, 0);
  auto x = hart.get(i.rs1), count = zero;
  for (const std::uint32_t step : {16U, 8U, 4U, 2U, 1U}) {
    const auto none = v.eq(v.lshr(x, constant(hart, 32 - step)), zero);
    count = v.add(count, v.ite(none, constant(hart, step), zero));
    x = v.ite(none, v.shl(x, constant(hart, step)), x);
  }
  hart.set(i.rd, v.add(count, v.lshr(v.bit_not(x), constant(hart, 31))));
}
template <Hart H>
void ctz(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto zero = constant(hart, 0);
  auto x = hart.get(i.rs1), count = zero;
  for (const std::uint32_t step : {16U, 8U, 4U, 2U, 1U}) {
    const auto none = v.eq(v.shl(x, constant(hart, 32 - step)), zero);
    count = v.add(count, v.ite(none, constant(hart, step), zero));
    x = v.ite(none, v.lshr(x, constant(hart, step)), x);
  }
  hart.set(i.rd, v.add(count, v.bit_and(v.bit_not(x), constant(hart, 1))));
}
// Sums of neighbours, in fields of 2, 4, 8, 16 and 32 bits.
template <Hart H>
void cpop(H& hart, const Instruction& i) {
  auto& v = hart.values();
  auto x = hart.get(i.rs1);
  const auto sum = [&](std::uint32_t distance, std::uint32_t fields) {
    const auto mask = constant(hart, fields);
    x = v.add(v.bit_and(x, mask), v.bit_and(v.lshr(x, constant(hart, distance)), mask));
  };
  sum(1, 0x55555555);
  sum(2, 0x33333333);
  sum(4, 0x0f0f0f0f);
  sum(8, 0x00ff00ff);
  sum(16, 0x0000ffff);
  hart.set(i.rd, x);
}

template <Hart H>
void sext_b(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.template sign_extend<32>(v.template extract<7, 0>(hart.get(i.rs1))));
}
template <Hart H>
void sext_h(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.template sign_extend<32>(v.template extract<15, 0>(hart.get(i.rs1))));
}
template <Hart H>
void zext_h(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_and(hart.get(i.rs1), constant(hart, 0xffff)));
}

template <Hart H>
void min(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto a = hart.get(i.rs1), b = hart.get(i.rs2);
  hart.set(i.rd, v.ite(v.slt(a, b), a, b));
}
template <Hart H>
void minu(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto a = hart.get(i.rs1), b = hart.get(i.rs2);
  hart.set(i.rd, v.ite(v.ult(a, b), a, b));
}
template <Hart H>
void max(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto a = hart.get(i.rs1), b = hart.get(i.rs2);
  hart.set(i.rd, v.ite(v.slt(a, b), b, a));
}
template <Hart H>
void maxu(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto a = hart.get(i.rs1), b = hart.get(i.rs2);
  hart.set(i.rd, v.ite(v.ult(a, b), b, a));
}

// Each byte becomes 0 or 255: its bits are gathered in its lowest, which times 255 is the byte.
template <Hart H>
void orc_b(H& hart, const Instruction& i) {
  auto& v = hart.values();
  auto x = hart.get(i.rs1);
  const auto gather = [&](std::uint32_t distance, std::uint32_t within_bytes) {
    x = v.bit_or(x, v.bit_and(v.lshr(x, constant(hart, distance)), constant(hart, within_bytes)));
  };
  gather(1, 0x7f7f7f7f);
  gather(2, 0x3f3f3f3f);
  gather(4, 0x0f0f0f0f);
  x = v.bit_and(x, constant(hart, 0x01010101));
  hart.set(i.rd, v.sub(v.shl(x, constant(hart, 8)), x));
}
template <Hart H>
void rev8(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto x = hart.get(i.rs1);
  hart.set(i.rd, v.concat(v.concat(v.template extract<7, 0>(x), v.template extract<15, 8>(x)),
                          v.concat(v.template extract<23, 16>(x), v.template extract<31, 24>(x))));
}

// --- Zbs

template <Hart H>
auto bit_of_register(H& hart, const Instruction& i) {
  return hart.values().shl(constant(hart, 1), shift_amount(hart, i));
}
template <Hart H>
auto bit_of_immediate(H& hart, const Instruction& i) {
  return constant(hart, 1U << (i.immediate % 32));
}
template <Hart H>
void bclr(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_and(hart.get(i.rs1), v.bit_not(bit_of_register(hart, i))));
}
template <Hart H>
void bclri(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_and(hart.get(i.rs1), constant(hart, ~(1U << (i.immediate % 32)))));
}
template <Hart H>
void bext(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_and(v.lshr(hart.get(i.rs1), shift_amount(hart, i)), constant(hart, 1)));
}
template <Hart H>
void bexti(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.bit_and(v.lshr(hart.get(i.rs1), immediate(hart, i)), constant(hart, 1)));
}
template <Hart H>
void binv(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_xor(hart.get(i.rs1), bit_of_register(hart, i)));
}
template <Hart H>
void binvi(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_xor(hart.get(i.rs1), bit_of_immediate(hart, i)));
}
template <Hart H>
void bset(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_or(hart.get(i.rs1), bit_of_register(hart, i)));
}
template <Hart H>
void bseti(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_or(hart.get(i.rs1), bit_of_immediate(hart, i)));
}

// --- Zbkb

template <Hart H>
void pack(H& hart, const Instruction& i) {
  auto& v = hart.values();
  hart.set(i.rd, v.concat(v.template extract<15, 0>(hart.get(i.rs2)), v.template extract<15, 0>(hart.get(i.rs1))));
}
template <Hart H>
void packh(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto low = v.template extract<7, 0>(hart.get(i.rs1)), high = v.template extract<7, 0>(hart.get(i.rs2));
  hart.set(i.rd, v.template zero_extend<32>(v.concat(high, low)));
}

// Swaps the bits of the mask `low` with those that are `distance` above them. The other bits stay.
template <Hart H>
auto swap_bits(H& hart, Word32<H> x, std::uint32_t distance, std::uint32_t low) {
  auto& v = hart.values();
  const auto by = constant(hart, distance), lower = constant(hart, low);
  const auto others = constant(hart, ~(low | low << distance));
  return v.bit_or(v.bit_and(x, others), v.bit_or(v.shl(v.bit_and(x, lower), by), v.bit_and(v.lshr(x, by), lower)));
}
template <Hart H>
void brev8(H& hart, const Instruction& i) {
  auto x = swap_bits(hart, hart.get(i.rs1), 1, 0x55555555);
  x = swap_bits(hart, x, 2, 0x33333333);
  hart.set(i.rd, swap_bits(hart, x, 4, 0x0f0f0f0f));
}
// The lower half becomes the even bits, the upper half the odd bits; unzip undoes it.
template <Hart H>
void zip(H& hart, const Instruction& i) {
  auto x = swap_bits(hart, hart.get(i.rs1), 8, 0x0000ff00);
  x = swap_bits(hart, x, 4, 0x00f000f0);
  x = swap_bits(hart, x, 2, 0x0c0c0c0c);
  hart.set(i.rd, swap_bits(hart, x, 1, 0x22222222));
}
template <Hart H>
void unzip(H& hart, const Instruction& i) {
  auto x = swap_bits(hart, hart.get(i.rs1), 1, 0x22222222);
  x = swap_bits(hart, x, 2, 0x0c0c0c0c);
  x = swap_bits(hart, x, 4, 0x00f000f0);
  hart.set(i.rd, swap_bits(hart, x, 8, 0x0000ff00));
}

// --- Zicond

template <Hart H>
void czero_eqz(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto zero = constant(hart, 0);
  hart.set(i.rd, v.ite(v.eq(hart.get(i.rs2), zero), zero, hart.get(i.rs1)));
}
template <Hart H>
void czero_nez(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto zero = constant(hart, 0);
  hart.set(i.rd, v.ite(v.eq(hart.get(i.rs2), zero), hart.get(i.rs1), zero));
}

}  // namespace janus::isa::semantics
