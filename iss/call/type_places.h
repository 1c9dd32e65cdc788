// Where a type has parts of one kind: the pointers and truth values in structures and arrays, and what belongs to no
// member of them.
#pragma once

#include <cstdint>
#include <vector>

#include "support/source_types.h"

namespace janus::call {

// At `first`, `first + step`, ...: `count` of them, in bytes.
struct PlaceRun {
  std::uint32_t first = 0, step = 1, count = 1;
  friend bool operator==(const PlaceRun&, const PlaceRun&) = default;
};

// The parts of a kind in `bytes` of memory whose elements are of a type. What shares its bytes with another member, as
// in a union, belongs to neither.
std::vector<PlaceRun> places_in(const support::SourceTypes& types, std::uint32_t type, std::uint32_t bytes,
                                support::SourceType::Kind kind);

// The bytes of structures there that belong to no member, so that they have any value: padding. Not where a gap is
// larger than alignment makes it, or not all members are known.
std::vector<PlaceRun> padding_in(const support::SourceTypes& types, std::uint32_t type, std::uint32_t bytes);

}  // namespace janus::call
