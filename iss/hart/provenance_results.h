// What Provenance (provenance.h) makes of what instructions compute.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "hart/constants.h"
#include "hart/provenance.h"

namespace janus::hart {

// Of where an array of variable length begins, or memory of `alloca`: sp itself or with a constant, which is what the
// function passes on the stack, and up to 15 more where the next instructions round the pointer up. Compilers that do
// not optimise add it to a copy of sp. An index is added to sp if nothing is passed, or before the constant is.
template <class V>
Origin Provenance<V>::in_grown(const Step& step, const Word& value) const {
  constexpr std::uint32_t kMost = 0xffff00, kRounding = 15;  // bytes
  const isa::Instruction& i = step.instruction;
  const auto sp = constant_of(step.sp);
  const auto grown = sp && frames_.end_of_frame(step.sp) ? frames_.grown_at(*sp) : std::nullopt;
  if (!grown || grown->size > kMost) return {};
  if (i.opcode == isa::Opcode::addi) {
    const std::uint32_t offset = i.immediate;
    const bool is_copy = step.rs1 == Origin{Origin::Kind::Local, *sp, grown->size} && offset != 0 &&
                         frames_.has_just_grown(step.pc) && constant_of(value) == *sp + offset;
    if (offset > kMost / 2 || !(i.rs1 == isa::kSp || is_copy)) return {};
    const std::uint32_t passed = offset & ~3U, first = offset % 2 == 0 ? offset : offset - std::min(offset, kRounding);
    return {Origin::Kind::Local, *sp + first, grown->size + passed - first};
  }
  const bool copies = i.rs1 == 0 && i.rs2 == isa::kSp;
  const bool indexes = (i.rs1 == isa::kSp && !step.rs2.known()) || (i.rs2 == isa::kSp && !step.rs1.known());
  if (!copies && !(indexes && frames_.passes_nothing())) return {};
  return {Origin::Kind::Local, *sp, grown->size};
}

// Of a pointer and something that is none. Of two pointers, one may be a large number.
template <class V>
Origin Provenance<V>::sum(const Step& step, const Word& value, const Detectors& detectors) const {
  using enum Origin::Kind;
  const isa::Instruction& i = step.instruction;
  const auto sp = constant_of(step.sp);
  const auto in_frame = [&](std::uint8_t number, Origin origin) {
    return number == isa::kSp && sp && origin.kind() == Frame ? Origin::in_frame(*sp, origin.where()) : origin;
  };
  const Origin first = in_frame(i.rs1, step.rs1), second = in_frame(i.rs2, step.rs2), a = unless_number(first, second),
               b = unless_number(second, first);
  if (i.rs1 == 0) return b;
  if (i.rs2 == 0) return a;
  const auto number = [&](Origin origin) -> std::optional<std::uint32_t> {
    if (!origin.known()) return origin.kind() == Part ? 0 : origin.where();
    const bool address = origin.kind() == UpperPart || origin.kind() == Constant;
    return address && !detectors.object_at(origin.where()) ? std::optional(origin.where()) : std::nullopt;
  };
  for (const auto& [pointer, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (pointer.kind() != InFrame) continue;
    const auto added = number(other);
    if (!added) return {};
    // Compilers make a[n] of `a + 8` and `n - 8`, which is also b[n - 8] if b is there: it is for b if it leads into b.
    const bool is_there = *added != 0 && !other.known() && leads_into_local(pointer, value, step.pc, detectors);
    const bool indexed = pointer.indexed() || !other.known();
    return Origin::in_frame(pointer.where() + (is_there ? 0 : *added), pointer.end_of_frame(), indexed);
  }
  if (a.known() && b.known()) {
    if (a.kind() == UpperPart && b.kind() != UpperPart) return b;
    if (b.kind() == UpperPart && a.kind() != UpperPart) return a;
    const auto is_offset = [&](Origin one) {  // into a large structure
      return (one.kind() == Constant || one.kind() == Indexed) && detectors.is_number(one.where());
    };
    if (is_offset(a) == is_offset(b)) return {};
    return settled(indexed(is_offset(a) ? b : a), constant_of(value));
  }
  const Origin origin = a.known() ? a : b;
  return origin.known() ? settled(indexed(origin), constant_of(value)) : origin;
}

template <class V>
Origin Provenance<V>::result(const Step& step, const Word& value, const Detectors& detectors) const {
  using enum isa::Opcode;
  using enum Origin::Kind;
  constexpr std::uint32_t kTags = 8;  // a pointer may have less than that in its lowest bits
  const isa::Instruction& i = step.instruction;
  switch (i.opcode) {
    case lui:
    case auipc: return in_program_ ? Origin{UpperPart, *constant_of(value)} : Origin{};
    case addi:
      if (i.rs1 == isa::kGp && in_program_ && constant_of(value)) return {Constant, *constant_of(value)};
      if (const Origin grown = in_grown(step, value); grown.known()) return grown;
      return i.rs1 == 0 ? Origin{} : moved(step, value, detectors);
    case add: {
      const Origin grown = in_grown(step, value);
      return grown.known() ? grown : sum(step, value, detectors);
    }
    case sh1add:
    case sh2add:
    case sh3add:
      if (step.rs1.known() && step.rs1.kind() != UpperPart) return {};
      return settled(indexed(step.rs2), constant_of(value));
    case sub: return step.rs2.known() ? difference(step, detectors) : indexed(step.rs1);
    case andi: return static_cast<std::int32_t>(i.immediate) < 0 ? indexed(step.rs1) : Origin{};
    case slli: return step.rs1.kind() == Part ? step.rs1 : Origin{};
    case and_: return masked(step, value, detectors);
    case ori: return i.immediate < kTags ? within(step.rs1, step.pc, detectors) : Origin{};
    case or_: {
      const bool first = leads_somewhere(step.rs1, detectors);
      if (first == leads_somewhere(step.rs2, detectors)) return joined(step, value, detectors);
      return within(first ? step.rs1 : step.rs2, step.pc, detectors);
    }
    case min:
    case minu:
    case max:
    case maxu:
      return is_same_object(step.rs1, step.rs2, step.pc, detectors) ? within(step.rs1, step.pc, detectors) : Origin{};
    case czero_eqz:
    case czero_nez: return constant_of(value) == 0U || !leads_somewhere(step.rs1, detectors) ? Origin{} : step.rs1;
    case lb:
    case lbu:
    case lh:
    case lhu: return is_constant(step.address) ? part_at(step.home, isa::memory_use(i.opcode).bytes) : Origin{};
    case lr_w:
    case amoswap_w:
    case amoadd_w: return step.old.value == value ? loaded_by(step.old.origin, i.rd, detectors) : Origin{};
    case lw:
      if (const auto address = constant_of(step.address); address && *address % 4 == 0) {
        return loaded_by(memory_.at(step.home, value), i.rd, detectors);
      }
      return loaded_by(step.loaded, i.rd, detectors);
    default: return {};
  }
}

// Whether two pointers that instructions at `pc` have are known to lead into one object.
template <class V>
bool Provenance<V>::is_same_object(Origin first, Origin second, std::uint32_t pc, const Detectors& detectors) {
  using enum Origin::Kind;
  const Origin a = located(first, pc, 0, detectors), b = located(second, pc, 0, detectors);
  if (a.is_static() && b.is_static()) {
    const auto ours = detectors.object_at(a.where()), theirs = detectors.object_at(b.where());
    return ours && theirs && ours->first == theirs->first;
  }
  if (a.kind() == Local && b.kind() == Local) return a.first() == b.first() || settled(a) == settled(b);
  return a == b && a.kind() == Allocation;
}

// Of a pointer: which object it leads into, and no more; nothing of what leads into none that is known.
template <class V>
Origin Provenance<V>::within(Origin origin, std::uint32_t pc, const Detectors& detectors) {
  using enum Origin::Kind;
  switch (origin.kind()) {
    case Constant:
    case Indexed: {
      const auto object = detectors.object_at(origin.where());
      return object ? Origin{Walked, object->first} : Origin{};
    }
    case InFrame: return passed(origin, pc, detectors);
    case Walked:
    case Allocation:
    case Frame:
    case Local:
    case Dangling: return origin;
    case Unknown:
    case Displaced:
    case Part:
    case UpperPart:
    case Difference: break;
  }
  return {};
}

// Of two pointers. Within one object that is a number, which says where something is in another object as well.
template <class V>
Origin Provenance<V>::difference(const Step& step, const Detectors& detectors) {
  if (is_same_object(step.rs1, step.rs2, step.pc, detectors)) return {};
  return Origin::difference(located(step.rs2, step.pc, 0, detectors));
}

// Whether it is not just a number, as many are that the program contains.
template <class V>
bool Provenance<V>::leads_somewhere(Origin origin, const Detectors& detectors) {
  if (origin.kind() == Origin::Kind::Constant) return detectors.object_at(origin.where()).has_value();
  return origin.known() && origin.kind() != Origin::Kind::UpperPart;
}

template <class V>
template <class H>
typename Provenance<V>::Mask Provenance<V>::mask_of(H& hart, const Word& mask) {
  auto& v = hart.values();
  if (const auto number = constant_of(mask)) {
    if (*number == 0 || ~*number == 0) return Mask::Chooses;
    return static_cast<std::int32_t>(*number) < 0 ? Mask::Aligns : Mask::Number;
  }
  return v.template sign_extend<32>(v.template extract<31, 31>(mask)) == mask ? Mask::Chooses : Mask::Number;
}

// Of a pointer and a mask: compilers make it of `c ? p : NULL`, too.
template <class V>
Origin Provenance<V>::masked(const Step& step, const Word& value, const Detectors& detectors) {
  const bool first = leads_somewhere(step.rs1, detectors);
  if (step.mask == Mask::Number || first == leads_somewhere(step.rs2, detectors) || constant_of(value) == 0U) return {};
  const Origin pointer = first ? step.rs1 : step.rs2;
  return step.mask == Mask::Chooses ? pointer : indexed(pointer);
}

// The origin of a pointer to which addi has added something. Compilers reach one object from another by a constant, if
// they lie in a row ("section anchors"); programs go through an object by small constants, most often in place.
template <class V>
Origin Provenance<V>::moved(const Step& step, const Word& value, const Detectors& detectors) {
  using enum Origin::Kind;
  constexpr std::uint32_t kScalar = 8;  // bytes
  const isa::Instruction& i = step.instruction;
  const Origin origin = step.rs1;
  const std::uint32_t to = origin.where() + i.immediate;
  const bool small = i.immediate + kScalar <= 2 * kScalar, in_place = i.rd == i.rs1;
  if (origin.kind() == Frame && i.rs1 == isa::kSp) {
    const auto at = constant_of(value);
    return at ? Origin::in_frame(*at, origin.where()) : origin;
  }
  if (i.immediate == 0) return origin;
  switch (origin.kind()) {
    case UpperPart: return {Constant, to};
    case Constant: {
      const auto object = detectors.object_at(origin.where());
      if (object && object->contains(to)) return in_place ? Origin{Walked, object->first} : Origin{Constant, to};
      if (!small) return {Constant, to};
      if (object && object->size > kScalar) return handed_on(origin, detectors);
      return object && !in_place ? Origin{Constant, to} : Origin{};
    }
    case Indexed: {
      if (!small) return {Indexed, to};
      const auto object = detectors.object_at(origin.where());
      return object ? Origin{Walked, object->first} : Origin{};
    }
    case InFrame: {
      const Origin moved = Origin::in_frame(to, origin.end_of_frame(), origin.indexed());
      return small && in_place ? passed(origin, step.pc, detectors) : moved;
    }
    case Local: {
      const auto at = constant_of(value);
      const std::uint32_t last = origin.bytes() - (small || origin.ends() ? 0 : 1);  // programs step behind the end
      return !at || *at - origin.first() <= last || (small && in_place) ? origin : Origin{};
    }
    case Unknown:
    case Part:
    case Displaced: return {Displaced, i.immediate};  // not the sum: it may be a loop's counter
    case Walked:  // what goes on from where one object ends is for the one that begins there
      return static_cast<std::int32_t>(i.immediate) > 0 ? settled(origin, constant_of(value)) : origin;
    case Allocation:
    case Frame:
    case Dangling:
    case Difference: return origin;
  }
  return origin;
}

}  // namespace janus::hart
