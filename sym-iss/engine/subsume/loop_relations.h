// Relations between machine locations: the candidates for a loop invariant.
//
// A relation compares the values of locations at the loop's head with their values when the loop was entered, or with
// each other. As in Houdini (Flanagan, Leino, FME 2001), all relations are assumed until they are refuted.
//
// Here a and b are values at the head, a0 and b0 are values at entry, and sums are modulo 2^32:
//
//   Linear     a - a0 = factor * (b - b0)       counters and pointers that move together
//   Grows      a0 <= a
//   Shrinks    a <= a0
//   Ordered    a <= b
//   Below      a < b                            for loops that test their condition at the end
//   Bounded    a = a0 or a <= b                 a bound that holds after the loop's condition was tested once
//   Equal      a = b
//   AtMost     a <= constant, and AtLeast the other way round
//   Near       a - b <= constant, signed        loops that come to a bound by steps of several; proposed last
//
// Comparisons exist signed and unsigned. Fields of Relation that a shape does not use keep their initial values.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/locations.h"

namespace janus::engine {

struct Relation {
  enum class Shape : std::uint8_t {
    Linear,
    Grows,
    Shrinks,
    Ordered,
    Below,
    Bounded,
    Equal,
    AtMost,
    AtLeast,
    Near
  } shape;
  std::uint32_t a = 0, b = 0;  // indices in LoopRelations' locations
  std::int32_t factor = 1;
  bool is_signed = false;
  std::uint32_t constant = 0;  // AtMost, AtLeast, Near
};

// The values of a location at the loop's head and at the loop's entry.
template <class Value>
struct NowAndBefore {
  Value now, entry;
};

class LoopRelations {
 public:
  static constexpr std::size_t kMaxLocations = 48, kMaxConstants = 24, kMaxOffsets = 4;

  // Add a location that the loop changes, or one that it only reads, and propose relations about the location. False if
  // there is no room. A location that was added as read can be added as changed later. `bytes` are those that change:
  // bit i is byte i.
  static constexpr unsigned kAllBytes = 0xf;
  bool add_changed(const Location& location, unsigned bytes = kAllBytes);
  bool add_read(const Location& location);
  // Proposes that changed locations are at most, or at least, a constant or its neighbours. False if nothing is new.
  bool add_compared(std::uint32_t constant);
  // Notes a constant that is added to what depends on inputs, or on the loop.
  void note_offset(std::uint32_t constant);
  // Proposes that changed locations exceed what the loop only reads by at most the constants that were noted, or by one
  // less. False if nothing is new.
  bool propose_offsets();
  // Whether it was added as changed, and all of these bytes of it.
  bool changes(const Location& location, unsigned bytes = 0) const;

  struct Known {
    Location location;
    bool changed;
    unsigned bytes = 0;  // that change
  };
  const std::vector<Known>& locations() const { return locations_; }
  std::vector<Relation>& relations() { return relations_; }
  const std::vector<Relation>& relations() const { return relations_; }

 private:
  std::size_t index_of(const Location& location) const;
  void propose(std::uint32_t a);
  void propose_bounds(std::uint32_t a, std::uint32_t constant);
  void propose_order(std::uint32_t a, std::uint32_t b);

  std::vector<Known> locations_;
  std::vector<std::uint32_t> constants_;  // that bounds are proposed with
  std::vector<std::uint32_t> offsets_;    // that were noted
  std::size_t proposed_offsets_ = 0;      // how many of them are proposed
  std::vector<Relation> relations_;
};

// Whether a relation holds for given values, and the condition that a relation holds. `values` is indexed like
// LoopRelations::locations().
bool holds(const Relation& relation, const std::vector<NowAndBefore<std::uint32_t>>& values);
term::Term term_of(term::TermPool& pool, const Relation& relation, const std::vector<NowAndBefore<term::Term>>& values);

}  // namespace janus::engine
