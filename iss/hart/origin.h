// Where a pointer comes from, as far as the detectors of memory know (provenance.h).
#pragma once

#include <cstdint>
#include <optional>

#include "support/firmware_image.h"

namespace janus::hart {

struct Origin {
  enum class Kind : std::uint8_t {
    Unknown,
    Displaced,  // no pointer: `where` was added to something, which may be an index into a frame
    Part,       // no pointer: bytes of the word of memory around `where`, which is one; or some that were put together
    UpperPart,  // `where` was made by lui or auipc, for an address close to it
    Constant,   // the address `where`, which the program contains; in memory, `size` is the register that was saved
    Indexed,    // the same and something added that the program computes
    Walked,     // was an address in the static object that begins at `where`, and goes through it; may be `between` two
    Allocation,  // of the heap: `where` counts all that were made
    Frame,       // computed from the stack pointer; `where` is the first address behind the frame
    InFrame,     // the same, and `where` is the part of the address that the program contains; may be `indexed`
    Local,       // of the variable at `where` in a frame, of `size` bytes; may be `between` two
    Dangling,    // was into the frame of a function that has returned
    Difference,  // of something and a pointer: added to a pointer of that memory, it may lead to another object
  };
  constexpr Origin() = default;
  constexpr Origin(Kind made, std::uint32_t at, std::uint32_t bytes = 0)
      : word_(static_cast<std::uint64_t>(made) | std::uint64_t{bytes & kSizes} << 8 | std::uint64_t{at} << 32) {}
  // Of a pointer to `at` in the frame that ends at `end`, to which the program may have added something that it
  // computes.
  static Origin in_frame(std::uint32_t at, std::uint32_t end, bool indexed = false) {
    Origin origin{Kind::InFrame, at, end - at};
    return indexed ? flagged(origin) : origin;
  }
  // Of something less the pointer `from`. Added to a pointer into other memory, it is a number: of static objects, of
  // the heap or of the stack, as far as that is known.
  static constexpr Origin difference(Origin from) { return {Kind::Difference, 0, from.memory()}; }
  constexpr bool leads_from(Origin pointer) const {
    return size() == kAnyMemory || pointer.memory() == kAnyMemory || pointer.memory() == size();
  }
  // Of a pointer to `at`, where a static object begins and another one ends, so that it is for either.
  static constexpr Origin between_objects(std::uint32_t at) { return flagged({Kind::Walked, at}); }
  // The same of two variables of a frame, and of how many bytes these are: at most kMostBetween, or kNobodyKnows of
  // what is behind.
  static constexpr std::uint32_t kMostBetween = 0xffe, kNobodyKnows = 0xfff;
  static constexpr Origin between_locals(std::uint32_t at, std::uint32_t in_front, std::uint32_t behind) {
    return flagged({Kind::Local, at, in_front << 12 | behind});
  }

  constexpr Kind kind() const { return static_cast<Kind>(word_ & 0x7f); }
  constexpr bool indexed() const { return word_ & kFlag; }
  constexpr bool between() const { return (kind() == Kind::Walked || kind() == Kind::Local) && (word_ & kFlag); }
  constexpr std::uint32_t where() const { return static_cast<std::uint32_t>(word_ >> 32); }
  // Of Local: bytes, if it is of one; of Constant in memory: the register that was stored, 0 if that does not matter;
  // of InFrame: from `where` to the end of the frame, signed. 24 bits.
  constexpr std::uint32_t size() const { return static_cast<std::uint32_t>(word_ >> 8) & kSizes; }
  std::uint32_t end_of_frame() const {
    if (kind() == Kind::Frame) return where();
    return where() + static_cast<std::uint32_t>(static_cast<std::int32_t>(size() << 8) >> 8);
  }

  constexpr bool known() const { return kind() > Kind::Part; }
  // Of Local: the first byte, and how many there are as far as that is known, of both variables if it is between two;
  constexpr std::uint32_t first() const { return where() - (between() ? in_front() : 0); }
  constexpr std::uint32_t bytes() const { return !between() ? size() : ends() ? in_front() : in_front() + behind(); }
  // how many the one in front has; and the one that an access at `address` is in, if it is in one.
  constexpr std::uint32_t in_front() const { return size() >> 12; }
  constexpr std::uint32_t behind() const { return size() & 0xfff; }
  constexpr support::AddressRange variable_for(std::uint32_t address) const {
    if (!between()) return {where(), size()};
    if (ends() || (address < where() && address >= first())) return {first(), in_front()};
    return {where(), behind()};
  }
  // Whether it is of the end of a variable, and nobody knows what is behind.
  constexpr bool ends() const { return kind() == Kind::Local && between() && behind() == kNobodyKnows; }
  // Whether it is of a variable of a frame, in which `pointer` is no address.
  bool has_left(std::uint32_t pointer) const { return kind() == Kind::Local && pointer - first() >= bytes(); }
  bool is_static() const { return kind() == Kind::Constant || kind() == Kind::Indexed || kind() == Kind::Walked; }
  // Whether a pointer with the value `pointer` is an address in a frame that the program contains as it is.
  bool is_direct(std::optional<std::uint32_t> pointer) const {
    return kind() == Kind::InFrame && !indexed() && pointer == where();
  }
  bool is_of_stack() const { return kind() == Kind::Frame || kind() == Kind::InFrame || kind() == Kind::Local; }
  friend bool operator==(const Origin&, const Origin&) = default;

 private:
  static constexpr Origin flagged(Origin origin) {
    origin.word_ |= kFlag;
    return origin;
  }
  static constexpr std::uint32_t kAnyMemory = 0;
  constexpr std::uint32_t memory() const {
    switch (kind()) {
      case Kind::UpperPart:
      case Kind::Constant:
      case Kind::Indexed:
      case Kind::Walked: return 1;
      case Kind::Allocation: return 2;
      case Kind::Frame:
      case Kind::InFrame:
      case Kind::Local: return 3;
      case Kind::Unknown:
      case Kind::Displaced:
      case Kind::Part:
      case Kind::Dangling:
      case Kind::Difference: return kAnyMemory;
    }
    return kAnyMemory;
  }
  static constexpr std::uint32_t kSizes = 0xffffff, kFlag = 0x80;
  // One word, so that it is stored and loaded again as a whole: kind, flag, size, where, from the lowest bit on.
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Origin) == 8);

// Of a pointer between two objects that is for the one behind.
constexpr Origin settled(Origin origin) {
  if (!origin.between()) return origin;
  if (origin.kind() == Origin::Kind::Walked) return {Origin::Kind::Walked, origin.where()};
  return origin.ends() ? origin : Origin{Origin::Kind::Local, origin.where(), origin.behind()};
}

// The same once the program has added something that it computes, if that is `value` now: what goes back is for the one
// in front, perhaps.
constexpr Origin settled(Origin origin, std::optional<std::uint32_t> value) {
  return value && *value - origin.where() < 0x8000'0000 ? settled(origin) : origin;
}

// Of what is added to `other`, unless it is a difference that is a number there.
constexpr Origin unless_number(Origin origin, Origin other) {
  const bool is_number = origin.kind() == Origin::Kind::Difference && other.known() && !origin.leads_from(other);
  return is_number ? Origin{} : origin;
}

// Of a pointer to which the program has added something that it computes, or from which it was taken.
constexpr Origin indexed(Origin origin) {
  const bool constant = origin.kind() == Origin::Kind::UpperPart || origin.kind() == Origin::Kind::Constant;
  return constant ? Origin{Origin::Kind::Indexed, origin.where()} : origin.known() ? origin : Origin{};
}

}  // namespace janus::hart
