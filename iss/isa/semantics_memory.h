// Loads, stores and fences: Volume I, sections 2.6, 2.7, and Zifencei, chapter 3.
#pragma once

#include "isa/hart_concept.h"
#include "isa/semantics_integer.h"

namespace janus::isa::semantics {

template <Hart H>
auto effective_address(H& hart, const Instruction& i) {
  return hart.values().add(hart.get(i.rs1), immediate(hart, i));
}

template <unsigned W, Hart H>
void load_signed(H& hart, const Instruction& i) {
  const auto value = hart.template load<W>(effective_address(hart, i));
  if (value) hart.set(i.rd, hart.values().template sign_extend<32>(*value));
}
template <unsigned W, Hart H>
void load_unsigned(H& hart, const Instruction& i) {
  const auto value = hart.template load<W>(effective_address(hart, i));
  if (value) hart.set(i.rd, hart.values().template zero_extend<32>(*value));
}
template <unsigned W, Hart H>
void store_low(H& hart, const Instruction& i) {
  hart.template store<W>(effective_address(hart, i), hart.values().template extract<W - 1, 0>(hart.get(i.rs2)));
}

template <Hart H>
void lb(H& hart, const Instruction& i) {
  load_signed<8>(hart, i);
}
template <Hart H>
void lh(H& hart, const Instruction& i) {
  load_signed<16>(hart, i);
}
template <Hart H>
void lw(H& hart, const Instruction& i) {
  load_signed<32>(hart, i);
}
template <Hart H>
void lbu(H& hart, const Instruction& i) {
  load_unsigned<8>(hart, i);
}
template <Hart H>
void lhu(H& hart, const Instruction& i) {
  load_unsigned<16>(hart, i);
}
template <Hart H>
void sb(H& hart, const Instruction& i) {
  store_low<8>(hart, i);
}
template <Hart H>
void sh(H& hart, const Instruction& i) {
  store_low<16>(hart, i);
}
template <Hart H>
void sw(H& hart, const Instruction& i) {
  store_low<32>(hart, i);
}

// There is one hart, and its device accesses happen in program order, so a memory fence has nothing to do.
template <Hart H>
void fence(H&, const Instruction&) {}
template <Hart H>
void fence_i(H& hart, const Instruction&) {
  hart.instruction_fence();
}

}  // namespace janus::isa::semantics
