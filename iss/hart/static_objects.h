// Which static object or local variable an access is meant for, as far as the origin of its pointer says.
//
// Compilers reach one static object from the address of another if they lie in a row, and split an address between
// `lui` and an access; so the constants in front of and in an access belong together. But `array[i - 1]` puts a
// constant into the access, too, which leads out of the array whose address was there before.
#pragma once

#include <cstdint>
#include <optional>

#include "hart/detectors.h"
#include "hart/origin.h"
#include "isa/registers.h"

namespace janus::hart {

// What an address that the program contains leads to once another function gets it, or memory has it: the object there,
// or the one that ends there, unless literals begin, or something that only a label names. From that, no compiler
// reaches another object by a constant. Where one ends and another begins, it may be for either: functions that go
// backwards get the end of what they go through.
inline Origin handed_on(Origin origin, const Detectors& detectors) {
  if (origin.kind() != Origin::Kind::Constant) return origin;
  const auto object = detectors.object_at(origin.where()), in_front = detectors.object_at(origin.where() - 1);
  if (!object) {
    const bool begins = detectors.literals_at(origin.where()) || detectors.is_label(origin.where());
    return in_front && !begins ? Origin{Origin::Kind::Walked, in_front->first} : origin;
  }
  const bool between = in_front && origin.where() == object->first;
  return between ? Origin::between_objects(object->first) : Origin{Origin::Kind::Walked, object->first};
}

// The same of the address `at` in a frame, which leads to `origin` there, if a variable of `in_front` bytes ends there,
// and of no bytes if none does.
inline Origin handed_on(Origin origin, std::uint32_t at, std::uint32_t in_front) {
  if (in_front == 0 || in_front > Origin::kMostBetween) return origin;
  if (origin.kind() == Origin::Kind::Frame) return Origin::between_locals(at, in_front, Origin::kNobodyKnows);
  if (origin.where() != at || origin.size() > Origin::kMostBetween) return origin;
  return Origin::between_locals(at, in_front, origin.size());
}

// What memory has once the register `number` was stored there. A register that functions leave as it was may be saved,
// in the memory of a task that is switched, and comes back to itself: it is still what the code around has made of it.
inline Origin stored_by(Origin origin, std::uint8_t number, const Detectors& detectors) {
  if (origin.kind() == Origin::Kind::Constant && isa::is_saved(number))
    return {Origin::Kind::Constant, origin.where(), number};
  return handed_on(origin, detectors);
}

// What a register has that was loaded with a word of that origin.
inline Origin loaded_by(Origin origin, std::uint8_t number, const Detectors& detectors) {
  if (origin.kind() != Origin::Kind::Constant || origin.size() == 0) return origin;
  const Origin as_it_was{Origin::Kind::Constant, origin.where()};
  return origin.size() == number ? as_it_was : handed_on(as_it_was, detectors);
}

inline constexpr std::uint32_t kNearObject = 64;  // bytes: as far as a constant leads in front of an array

// Whether an access at `offset` from a pointer may be meant for another object as well: the one in front of whose index
// the constant stands.
inline bool is_near_base(Origin origin, std::uint32_t offset) {
  return origin.kind() == Origin::Kind::Indexed && offset != 0 && offset + kNearObject <= 2 * kNearObject;
}

// The static object that an access at `offset` from a pointer, by the code at `pc`, is meant for. If there is none, but
// the access may be meant for another one as well, the next one closely behind: `array[i - 1]` begins in front of the
// array.
inline std::optional<support::AddressRange> object_of(Origin origin, std::uint32_t pc, std::uint32_t offset,
                                                      const Detectors& detectors) {
  if (origin.kind() == Origin::Kind::Indexed) {
    const auto object = detectors.object_at(origin.where() + offset);
    if (object || !is_near_base(origin, offset) || !detectors.object_at(origin.where())) return object;
    return detectors.object_behind(origin.where() + offset, kNearObject);
  }
  if (!origin.is_static()) return std::nullopt;
  const auto object = detectors.object_at(origin.where());
  if (origin.kind() != Origin::Kind::Constant || (object && object->contains(origin.where() + offset))) return object;
  // A compiler that knows which objects lie in a row has reached another one from this one, if one is there.
  const auto other = detectors.knows_distances(pc) ? detectors.object_at(origin.where() + offset) : std::nullopt;
  return other ? other : object;
}

// Whether a pointer through an object is `constant`, an address that the program contains, once the program has found
// them equal: then the compiler may use the one for the other, and reach another object from there.
inline bool is_known_by(Origin pointer, Origin constant) {
  const bool contains =
      constant.kind() == Origin::Kind::Constant || (constant.kind() == Origin::Kind::InFrame && !constant.indexed());
  return contains && (pointer.kind() == Origin::Kind::Walked || pointer.kind() == Origin::Kind::Local);
}

// Whether that holds of one of two pointers.
inline bool one_is_known(Origin a, Origin b) { return is_known_by(a, b) || is_known_by(b, a); }

// The variable in front, if an access may be meant for that one as well.
inline std::optional<support::AddressRange> local_in_front_of(Origin origin) {
  if (origin.kind() != Origin::Kind::Local || !origin.between() || origin.ends()) return std::nullopt;
  return support::AddressRange{origin.first(), origin.in_front()};
}

// The other static object that an access may be meant for; nothing if it is the same, or there is none.
inline std::optional<support::AddressRange> base_object_of(Origin origin, std::uint32_t offset,
                                                           const Detectors& detectors) {
  if (origin.kind() == Origin::Kind::Walked && origin.between()) return detectors.object_at(origin.where() - 1);
  if (!is_near_base(origin, offset)) return std::nullopt;
  const auto base = detectors.object_at(origin.where());
  return base && !base->contains(origin.where() + offset) ? base : std::nullopt;
}

// Whether an access at `offset` from a pointer, which may be meant for `object` or for its base object, counts only if
// it leaves both.
inline bool counts_outside_both(Origin origin, std::uint32_t offset, support::AddressRange object) {
  const bool begins_in_front = origin.kind() == Origin::Kind::Indexed && !object.contains(origin.where() + offset);
  return static_cast<std::int32_t>(offset) < 0 || begins_in_front;
}

// The local variable that an access into a frame, at `offset` from a pointer, by the instruction at `pc` may be meant
// for, if none lies where the part of the address that the program contains leads: `array[i - 1]` leads in front of the
// array.
inline std::optional<support::AddressRange> local_behind(Origin origin, std::uint32_t pc, std::uint32_t offset,
                                                         const Detectors& detectors) {
  if (origin.kind() != Origin::Kind::InFrame || !origin.indexed()) return std::nullopt;
  const std::uint32_t at = origin.where() + offset, end = origin.end_of_frame();
  return detectors.local_at(pc, at, end) ? std::nullopt : detectors.local_behind(pc, at, end);
}

}  // namespace janus::hart
