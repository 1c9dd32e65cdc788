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
// or the one that ends there if nothing else does. From that, no compiler reaches another object by a constant.
inline Origin handed_on(Origin origin, const Detectors& detectors) {
  if (origin.kind() != Origin::Kind::Constant) return origin;
  auto object = detectors.object_at(origin.where());
  if (!object) object = detectors.object_at(origin.where() - 1);
  return object ? Origin{Origin::Kind::Walked, object->first} : origin;
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

// The static object that an access at `offset` from a pointer is meant for.
inline std::optional<support::AddressRange> object_of(Origin origin, std::uint32_t offset, const Detectors& detectors) {
  if (origin.kind() == Origin::Kind::Indexed) return detectors.object_at(origin.where() + offset);
  if (origin.is_static()) return detectors.object_at(origin.where());
  return std::nullopt;
}

// Whether the access may be meant for another object as well: the one in front of whose index the constant stands.
inline bool is_near_base(Origin origin, std::uint32_t offset) {
  constexpr std::uint32_t kNear = 64;  // bytes
  return origin.kind() == Origin::Kind::Indexed && offset != 0 && offset + kNear <= 2 * kNear;
}

// That other object; nothing if it is the same, or there is none.
inline std::optional<support::AddressRange> base_object_of(Origin origin, std::uint32_t offset,
                                                           const Detectors& detectors) {
  if (!is_near_base(origin, offset)) return std::nullopt;
  const auto base = detectors.object_at(origin.where());
  return base && !base->contains(origin.where() + offset) ? base : std::nullopt;
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
