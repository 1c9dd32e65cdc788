// The A extension: Volume I, chapter 8. Addresses must be naturally aligned. A symbolic address is resolved, so that
// each reservation and each read-modify-write concerns one address.
#pragma once

#include "isa/hart_concept.h"
#include "isa/semantics_integer.h"

namespace janus::isa::semantics {

template <Hart H>
std::optional<std::uint32_t> aligned_address(H& hart, const Instruction& i, Exception misaligned) {
  const std::optional<std::uint32_t> address = hart.resolve(hart.get(i.rs1));
  if (!address || *address % 4 == 0) return address;
  hart.trap(misaligned, constant(hart, *address));
  return std::nullopt;
}

template <Hart H>
void lr_w(H& hart, const Instruction& i) {
  const auto address = aligned_address(hart, i, Exception::LoadAddressMisaligned);
  if (!address) return;
  const auto value = hart.template load<32>(constant(hart, *address));
  if (!value) return;
  hart.reserve(*address);
  hart.set(i.rd, *value);
}

template <Hart H>
void sc_w(H& hart, const Instruction& i) {
  const auto address = aligned_address(hart, i, Exception::StoreAddressMisaligned);
  if (!address) return;
  const bool succeeds = hart.holds_reservation(*address);
  if (succeeds && !hart.template store<32>(constant(hart, *address), hart.get(i.rs2))) return;
  hart.end_reservation();
  hart.set(i.rd, constant(hart, succeeds ? 0 : 1));
}

// rd = memory; memory = operation(memory, rs2).
template <Hart H, class Operation>
void amo(H& hart, const Instruction& i, Operation operation) {
  const auto address = aligned_address(hart, i, Exception::StoreAddressMisaligned);
  if (!address) return;
  const auto old = hart.load_for_store(*address);
  if (!old) return;
  if (hart.template store<32>(constant(hart, *address), operation(*old, hart.get(i.rs2)))) hart.set(i.rd, *old);
}

template <Hart H>
void amoswap_w(H& hart, const Instruction& i) {
  amo(hart, i, [](auto, auto operand) { return operand; });
}
template <Hart H>
void amoadd_w(H& hart, const Instruction& i) {
  amo(hart, i, [&](auto a, auto b) { return hart.values().add(a, b); });
}
template <Hart H>
void amoxor_w(H& hart, const Instruction& i) {
  amo(hart, i, [&](auto a, auto b) { return hart.values().bit_xor(a, b); });
}
template <Hart H>
void amoand_w(H& hart, const Instruction& i) {
  amo(hart, i, [&](auto a, auto b) { return hart.values().bit_and(a, b); });
}
template <Hart H>
void amoor_w(H& hart, const Instruction& i) {
  amo(hart, i, [&](auto a, auto b) { return hart.values().bit_or(a, b); });
}
template <Hart H>
void amomin_w(H& hart, const Instruction& i) {
  auto& v = hart.values();
  amo(hart, i, [&](auto a, auto b) { return v.ite(v.slt(a, b), a, b); });
}
template <Hart H>
void amomax_w(H& hart, const Instruction& i) {
  auto& v = hart.values();
  amo(hart, i, [&](auto a, auto b) { return v.ite(v.slt(a, b), b, a); });
}
template <Hart H>
void amominu_w(H& hart, const Instruction& i) {
  auto& v = hart.values();
  amo(hart, i, [&](auto a, auto b) { return v.ite(v.ult(a, b), a, b); });
}
template <Hart H>
void amomaxu_w(H& hart, const Instruction& i) {
  auto& v = hart.values();
  amo(hart, i, [&](auto a, auto b) { return v.ite(v.ult(a, b), b, a); });
}

}  // namespace janus::isa::semantics
