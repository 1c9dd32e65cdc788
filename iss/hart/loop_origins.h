// What LoopDetectors (loop_detectors.h) makes of the origins of operands: as Provenance::result(), which it asks where
// a comparison does not suffice.
#pragma once

#include <cstdint>

#include "hart/loop_detectors.h"

namespace janus::hart {

template <class Hart>
template <isa::Opcode kOpcode, class Encoded>
inline Origin LoopDetectors<Hart>::moved(const Encoded& slot, auto place, Word value) {
  using enum isa::Opcode;
  if constexpr (kOpcode == lui || kOpcode == auipc) {
    return in_program_ ? Origin{Kind::UpperPart, bits_of(value)} : Origin{};
  } else if constexpr (kOpcode == addi) {
    if (slot.rs1 == 0) return {};
    if (slot.rs1 == isa::kSp && first_.known()) {
      if (pointers_->frames().grown_at(bits_of(x_[isa::kSp]))) return by_result(slot, place, value);
      return Origin::in_frame(bits_of(value), first_.where());
    }
    if (slot.rs1 == isa::kGp) return by_result(slot, place, value);
    if (slot.immediate == 0) return noted(first_);
    return added(slot, place, value);
  } else if constexpr (kOpcode == andi) {
    return static_cast<std::int32_t>(slot.immediate) < 0 ? indexed(first_) : Origin{};
  } else if constexpr (kOpcode == add) {
    const bool one = slot.rs1 == 0 || slot.rs2 == 0 || !first_.known() || !second_.known();
    const Origin known = slot.rs1 == 0 || (slot.rs2 != 0 && !first_.known()) ? second_ : first_;
    if (!one || known.kind() == Kind::InFrame || slot.rs1 == isa::kSp || slot.rs2 == isa::kSp)
      return by_result(slot, place, value);
    if (slot.rs1 == 0 || slot.rs2 == 0 || !known.known()) return noted(known);
    return settled(indexed(known), constant_of(value));
  } else if constexpr (kOpcode == slli) {
    return first_.kind() == Kind::Part ? first_ : Origin{};
  } else if constexpr (kOpcode == or_) {
    return first_.kind() == Kind::Part && second_.kind() == Kind::Part ? by_result(slot, place, value) : Origin{};
  } else if constexpr (kCombines<kOpcode>) {
    return {};  // else the rules were asked
  } else if constexpr (kOpcode == sub) {
    return second_.known() ? by_result(slot, place, value) : indexed(first_);
  } else {
    if (first_.known() && first_.kind() != Kind::UpperPart) return {};
    return settled(indexed(second_), constant_of(value));
  }
}

// As Provenance::moved(), for another register than sp and a constant that is not zero.
template <class Hart>
template <class Encoded>
inline Origin LoopDetectors<Hart>::added(const Encoded& slot, auto place, Word value) {
  constexpr std::uint32_t kScalar = 8;
  if (!first_.known()) [[likely]]
    return {Kind::Displaced, slot.immediate};
  switch (first_.kind()) {
    case Kind::UpperPart: return {Kind::Constant, first_.where() + slot.immediate};
    case Kind::Constant: {
      const auto& object = tables_.object_at(detectors_, first_.where());
      const std::uint32_t to = first_.where() + slot.immediate;
      if (object.size == 0 || to - object.first >= object.size) return by_result(slot, place, value);
      return slot.rd == slot.rs1 ? Origin{Kind::Walked, object.first} : Origin{Kind::Constant, to};
    }
    case Kind::Indexed: {
      if (slot.immediate + kScalar > 2 * kScalar) return {Kind::Indexed, first_.where() + slot.immediate};
      const auto& object = tables_.object_at(detectors_, first_.where());
      return object.size ? Origin{Kind::Walked, object.first} : Origin{};
    }
    case Kind::Walked:
      if (first_.between()) break;
      return first_;
    case Kind::Allocation:
    case Kind::Frame:
    case Kind::Dangling:
    case Kind::Difference: return first_;
    case Kind::Unknown:
    case Kind::Displaced:
    case Kind::Part:
    case Kind::InFrame:
    case Kind::Local: break;
  }
  return by_result(slot, place, value);
}

template <class Hart>
template <class Encoded>
Origin LoopDetectors<Hart>::by_result(const Encoded& slot, auto place, Word value) {
  const typename Provenance::Step step{
      .pc = pc_of(place), .instruction = instruction_of(slot), .rs1 = first_, .rs2 = second_, .sp = x_[isa::kSp]};
  return noted(pointers_->result(step, value, detectors_));
}

}  // namespace janus::hart
