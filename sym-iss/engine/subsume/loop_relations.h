// Relations between machine locations that a loop may keep: the candidates for its invariant.
//
// Each compares what locations hold now, at the loop's head, with what they held when the loop was entered, or with
// each other. As with Houdini (Flanagan, Leino, FME 2001), all are assumed that have not been refuted; what is refuted
// goes.
//
// With a and b now, a0 and b0 at entry, and sums modulo 2^32:
//
//   Linear     a - a0 = factor * (b - b0)       counters and pointers that move together
//   Grows      a0 <= a   (or shrinks)
//   Ordered    a <= b
//   Below      a < b                            where the condition is tested at the end of the loop
//   Bounded    a = a0 or a <= b                 a bound that the loop's condition gives once it was entered
//   Equal      a = b
//
// signed and unsigned. The fields that a shape does not have are as at first.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/locations.h"

namespace janus::engine {

struct Relation {
  enum class Shape : std::uint8_t { Linear, Grows, Shrinks, Ordered, Below, Bounded, Equal } shape;
  std::uint32_t a = 0, b = 0;  // indices in LoopRelations' locations
  std::int32_t factor = 1;
  bool is_signed = false;
};

// What a location holds at two times.
template <class Value>
struct NowAndBefore {
  Value now, entry;
};

class LoopRelations {
 public:
  static constexpr std::size_t kMaxLocations = 48;

  // Adds a location that the loop changes, or one that it only reads; whether there was room. What changes may have
  // been known as one that is read.
  bool add_changed(const Location& location);
  bool add_read(const Location& location);
  bool changes(const Location& location) const;

  struct Known {
    Location location;
    bool changed;
  };
  const std::vector<Known>& locations() const { return locations_; }
  std::vector<Relation>& relations() { return relations_; }
  const std::vector<Relation>& relations() const { return relations_; }

 private:
  std::size_t index_of(const Location& location) const;
  void propose(std::uint32_t a);
  void propose_order(std::uint32_t a, std::uint32_t b);

  std::vector<Known> locations_;
  std::vector<Relation> relations_;
};

// Whether a relation holds of values, and the term that says so. Both take what its locations hold, by index.
bool holds(const Relation& relation, const std::vector<NowAndBefore<std::uint32_t>>& values);
term::Term term_of(term::TermPool& pool, const Relation& relation, const std::vector<NowAndBefore<term::Term>>& values);

}  // namespace janus::engine
