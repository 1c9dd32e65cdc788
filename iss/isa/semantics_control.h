// Control transfer: Volume I, section 2.5. A jump to an address where no instruction can begin traps at the jump
// itself, and the jump writes no register.
#pragma once

#include "isa/hart_concept.h"
#include "isa/semantics_integer.h"

namespace janus::isa::semantics {

// Traps if no instruction can begin at the target. Returns true if the jump may go on.
template <Hart H>
bool check_target(H& hart, std::uint32_t target) {
  if (hart.extensions().can_begin_at(target)) return true;
  hart.trap(Exception::InstructionAddressMisaligned, constant(hart, target));
  return false;
}

template <Hart H>
void jal(H& hart, const Instruction& i) {
  const std::uint32_t target = hart.pc() + i.immediate;
  if (!check_target(hart, target)) return;
  hart.set(i.rd, constant(hart, next_pc(hart.pc(), i)));
  hart.jump(target);
}

template <Hart H>
void jalr(H& hart, const Instruction& i) {
  const auto target = hart.resolve(hart.values().add(hart.get(i.rs1), immediate(hart, i)));
  if (!target || !check_target(hart, *target & ~1U)) return;
  hart.set(i.rd, constant(hart, next_pc(hart.pc(), i)));
  hart.jump(*target & ~1U);
}

template <Hart H>
void branch_if(H& hart, const Instruction& i, typename H::template Word<1> condition) {
  const std::optional<bool> taken = hart.branch(condition);
  if (!taken || !*taken) return;
  const std::uint32_t target = hart.pc() + i.immediate;
  if (check_target(hart, target)) hart.jump(target);
}

template <Hart H>
void beq(H& hart, const Instruction& i) {
  branch_if(hart, i, hart.values().eq(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void bne(H& hart, const Instruction& i) {
  auto& v = hart.values();
  branch_if(hart, i, v.bit_not(v.eq(hart.get(i.rs1), hart.get(i.rs2))));
}
template <Hart H>
void blt(H& hart, const Instruction& i) {
  branch_if(hart, i, hart.values().slt(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void bge(H& hart, const Instruction& i) {
  auto& v = hart.values();
  branch_if(hart, i, v.bit_not(v.slt(hart.get(i.rs1), hart.get(i.rs2))));
}
template <Hart H>
void bltu(H& hart, const Instruction& i) {
  branch_if(hart, i, hart.values().ult(hart.get(i.rs1), hart.get(i.rs2)));
}
template <Hart H>
void bgeu(H& hart, const Instruction& i) {
  auto& v = hart.values();
  branch_if(hart, i, v.bit_not(v.ult(hart.get(i.rs1), hart.get(i.rs2))));
}

}  // namespace janus::isa::semantics
