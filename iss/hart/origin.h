// Where a pointer comes from, as far as the detectors of memory know (provenance.h).
#pragma once

#include <cstdint>
#include <optional>

namespace janus::hart {

struct Origin {
  enum class Kind : std::uint8_t {
    Unknown,
    UpperPart,   // `where` was made by lui or auipc, for an address close to it
    Constant,    // the address `where`, which the program contains; in memory, `size` is the register that was saved
    Indexed,     // the same and something added that the program computes
    Walked,      // was an address in the static object that begins at `where`, and goes through it
    Allocation,  // of the heap: `where` counts all that were made
    Frame,       // computed from the stack pointer; `where` is the first address behind the frame
    InFrame,     // the same, and `where` is the part of the address that the program contains; may be `indexed`
    Local,       // of the variable at `where` in a frame, of `size` bytes
    Dangling,    // was into the frame of a function that has returned
    Displaced,   // no pointer: `where` was added to something, which may be an index into a frame
    Difference,  // of something and a pointer: added to a pointer, it may lead to another object
  };
  constexpr Origin() = default;
  constexpr Origin(Kind made, std::uint32_t at, std::uint32_t bytes = 0)
      : word_(static_cast<std::uint64_t>(made) | std::uint64_t{bytes & kSizes} << 8 | std::uint64_t{at} << 32) {}
  // Of a pointer to `at` in the frame that ends at `end`, to which the program may have added something that it
  // computes.
  static Origin in_frame(std::uint32_t at, std::uint32_t end, bool indexed = false) {
    Origin origin{Kind::InFrame, at, end - at};
    if (indexed) origin.word_ |= kIndexed;
    return origin;
  }

  constexpr Kind kind() const { return static_cast<Kind>(word_ & 0x7f); }
  constexpr bool indexed() const { return word_ & kIndexed; }
  constexpr std::uint32_t where() const { return static_cast<std::uint32_t>(word_ >> 32); }
  // Of Local: bytes; of Constant in memory: the register that was stored, 0 if that does not matter; of InFrame: from
  // `where` to the end of the frame, signed. 24 bits.
  constexpr std::uint32_t size() const { return static_cast<std::uint32_t>(word_ >> 8) & kSizes; }
  std::uint32_t end_of_frame() const {
    if (kind() == Kind::Frame) return where();
    return where() + static_cast<std::uint32_t>(static_cast<std::int32_t>(size() << 8) >> 8);
  }

  constexpr bool known() const { return kind() != Kind::Unknown && kind() != Kind::Displaced; }
  // Whether it is of a variable of a frame, in which `pointer` is no address.
  bool has_left(std::uint32_t pointer) const { return kind() == Kind::Local && pointer - where() >= size(); }
  bool is_static() const { return kind() == Kind::Constant || kind() == Kind::Indexed || kind() == Kind::Walked; }
  // Whether a pointer with the value `pointer` is an address in a frame that the program contains as it is.
  bool is_direct(std::optional<std::uint32_t> pointer) const {
    return kind() == Kind::InFrame && !indexed() && pointer == where();
  }
  bool is_of_stack() const { return kind() == Kind::Frame || kind() == Kind::InFrame || kind() == Kind::Local; }
  friend bool operator==(const Origin&, const Origin&) = default;

 private:
  static constexpr std::uint32_t kSizes = 0xffffff, kIndexed = 0x80;
  // One word, so that it is stored and loaded again as a whole: kind, indexed, size, where, from the lowest bit on.
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Origin) == 8);

// Of a pointer to which the program has added something that it computes.
constexpr Origin indexed(Origin origin) {
  const bool constant = origin.kind() == Origin::Kind::UpperPart || origin.kind() == Origin::Kind::Constant;
  return constant ? Origin{Origin::Kind::Indexed, origin.where()} : origin.known() ? origin : Origin{};
}

}  // namespace janus::hart
