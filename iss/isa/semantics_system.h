// Environment calls, CSRs and machine-mode instructions: Volume I, section 2.8 and chapter 9 (Zicsr); Volume II,
// section 3.3.
#pragma once

#include "isa/hart_concept.h"
#include "isa/semantics_integer.h"

namespace janus::isa::semantics {

template <Hart H>
void illegal(H& hart, const Instruction& i) {
  hart.trap(Exception::IllegalInstruction, constant(hart, i.word));
}

template <Hart H>
void ecall(H& hart, const Instruction&) {
  if (hart.environment_call()) return;
  hart.trap(hart.in_machine_mode() ? Exception::EnvironmentCallFromMachine : Exception::EnvironmentCallFromUser,
            constant(hart, 0));
}
template <Hart H>
void ebreak(H& hart, const Instruction& i) {
  if (i.length == 4 && hart.host_call()) return;
  hart.trap(Exception::Breakpoint, constant(hart, hart.pc()));
}

template <Hart H>
void mret(H& hart, const Instruction& i) {
  if (!hart.in_machine_mode()) return illegal(hart, i);
  hart.return_from_trap();
}
template <Hart H>
void wfi(H& hart, const Instruction& i) {
  if (!hart.may_wait()) return illegal(hart, i);
  hart.wait_for_interrupt();
}

// rd = csr; csr = update(csr, operand). An access that does not write (csrrs and csrrc of x0 or 0) is allowed on a
// read-only CSR. By the manual, csrrw to x0 does not read the CSR; here it does, since reading has no side effects.
enum class CsrUpdate { Write, Set, Clear };

template <Hart H>
void access_csr(H& hart, const Instruction& i, CsrUpdate update, bool writes, typename H::template Word<32> operand) {
  auto& v = hart.values();
  const auto number = static_cast<std::uint16_t>(i.immediate);
  if (!hart.csr_accessible(number, writes)) return illegal(hart, i);
  const auto old = hart.read_csr(number);
  if (writes) {
    auto value = operand;
    if (update == CsrUpdate::Set) value = v.bit_or(old, operand);
    if (update == CsrUpdate::Clear) value = v.bit_and(old, v.bit_not(operand));
    if (!hart.write_csr(number, value)) return;
  }
  hart.set(i.rd, old);
}

template <Hart H>
void csrrw(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Write, true, hart.get(i.rs1));
}
template <Hart H>
void csrrs(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Set, i.rs1 != 0, hart.get(i.rs1));
}
template <Hart H>
void csrrc(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Clear, i.rs1 != 0, hart.get(i.rs1));
}
template <Hart H>
void csrrwi(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Write, true, constant(hart, i.rs1));
}
template <Hart H>
void csrrsi(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Set, i.rs1 != 0, constant(hart, i.rs1));
}
template <Hart H>
void csrrci(H& hart, const Instruction& i) {
  access_csr(hart, i, CsrUpdate::Clear, i.rs1 != 0, constant(hart, i.rs1));
}

}  // namespace janus::isa::semantics
