// Integer computation: Volume I, section 2.4, and the M extension, chapter 7.
#pragma once

#include "isa/hart_concept.h"

namespace janus::isa::semantics {

template <Hart H>
auto constant(H& hart, std::uint32_t value) {
  return hart.values().template constant<32>(value);
}
template <Hart H>
auto immediate(H& hart, const Instruction& i) {
  return constant(hart, i.immediate);
}

// A comparison's result as a register value: 0 or 1.
template <Hart H>
auto truth(H& hart, typename H::template Word<1> condition) {
  return hart.values().template zero_extend<32>(condition);
}

// Shift amounts are the low five bits of a register.
template <Hart H>
auto shift_amount(H& hart, const Instruction& i) {
  return hart.values().bit_and(hart.get(i.rs2), constant(hart, 31));
}

template <Hart H>
void lui(H& hart, const Instruction& i) {
  hart.set(i.rd, immediate(hart, i));
}
template <Hart H>
void auipc(H& hart, const Instruction& i) {
  hart.set(i.rd, constant(hart, hart.pc() + i.immediate));
}

template <Hart H>
void addi(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().add(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void slti(H& hart, const Instruction& i) {
  hart.set(i.rd, truth(hart, hart.values().slt(hart.get(i.rs1), immediate(hart, i))));
}
template <Hart H>
void sltiu(H& hart, const Instruction& i) {
  hart.set(i.rd, truth(hart, hart.values().ult(hart.get(i.rs1), immediate(hart, i))));
}
template <Hart H>
void xori(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_xor(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void ori(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_or(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void andi(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_and(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void slli(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().shl(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void srli(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().lshr(hart.get(i.rs1), immediate(hart, i)));
}
template <Hart H>
void srai(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().ashr(hart.get(i.rs1), immediate(hart, i)));
}

template <Hart H>
void add(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().add(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void sub(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().sub(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void sll(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().shl(hart.get(i.rs1), shift_amount(hart, i)));
}
template <Hart H>
void slt(H& hart, const Instruction& i) {
  hart.set(i.rd, truth(hart, hart.values().slt(hart.get(i.rs1), hart.get(i.rs2))));
}
template <Hart H>
void sltu(H& hart, const Instruction& i) {
  hart.set(i.rd, truth(hart, hart.values().ult(hart.get(i.rs1), hart.get(i.rs2))));
}
template <Hart H>
void xor_(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_xor(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void srl(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().lshr(hart.get(i.rs1), shift_amount(hart, i)));
}
template <Hart H>
void sra(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().ashr(hart.get(i.rs1), shift_amount(hart, i)));
}
template <Hart H>
void or_(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_or(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void and_(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().bit_and(hart.get(i.rs1), hart.get(i.rs2)));
}

template <Hart H>
void mul(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().mul(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void mulh(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto product = v.mul(v.template sign_extend<64>(hart.get(i.rs1)), v.template sign_extend<64>(hart.get(i.rs2)));
  hart.set(i.rd, v.template extract<63, 32>(product));
}
template <Hart H>
void mulhsu(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto product = v.mul(v.template sign_extend<64>(hart.get(i.rs1)), v.template zero_extend<64>(hart.get(i.rs2)));
  hart.set(i.rd, v.template extract<63, 32>(product));
}
template <Hart H>
void mulhu(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto product = v.mul(v.template zero_extend<64>(hart.get(i.rs1)), v.template zero_extend<64>(hart.get(i.rs2)));
  hart.set(i.rd, v.template extract<63, 32>(product));
}

// SMT-LIB's division agrees with RISC-V's (table 7.1) but for one case: bvsdiv of a negative number by zero is 1, where
// div gives -1. Overflow (the smallest number by -1) wraps to the dividend in both.
template <Hart H>
void div(H& hart, const Instruction& i) {
  auto& v = hart.values();
  const auto divisor = hart.get(i.rs2);
  hart.set(i.rd, v.ite(v.eq(divisor, constant(hart, 0)), constant(hart, 0xffffffff), v.sdiv(hart.get(i.rs1), divisor)));
}
template <Hart H>
void divu(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().udiv(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void rem(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().srem(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void remu(H& hart, const Instruction& i) {
  hart.set(i.rd, hart.values().urem(hart.get(i.rs1), hart.get(i.rs2)));
}

}  // namespace janus::isa::semantics
