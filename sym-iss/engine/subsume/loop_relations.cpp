#include "engine/subsume/loop_relations.h"

#include <algorithm>

#include "isa/registers.h"

namespace janus::engine {
namespace {

using term::Term;
using Shape = Relation::Shape;

constexpr std::int32_t kFactors[] = {1, -1, 2, 4, 8};

}  // namespace

std::size_t LoopRelations::index_of(const Location& location) const {
  const auto same = [&](const Known& known) {
    return known.location.kind == location.kind && known.location.number == location.number;
  };
  return static_cast<std::size_t>(std::find_if(locations_.begin(), locations_.end(), same) - locations_.begin());
}

bool LoopRelations::changes(const Location& location, unsigned bytes) const {
  const std::size_t index = index_of(location);
  return index < locations_.size() && locations_[index].changed && (bytes & ~locations_[index].bytes) == 0;
}

bool LoopRelations::add_changed(const Location& location, unsigned bytes) {
  const std::size_t index = index_of(location);
  if (index == locations_.size()) {
    if (locations_.size() == kMaxLocations) return false;
    locations_.push_back({location, false});
  }
  locations_[index].bytes |= bytes;
  if (locations_[index].changed) return true;
  locations_[index].changed = true;
  propose(static_cast<std::uint32_t>(index));
  return true;
}

bool LoopRelations::add_read(const Location& location) {
  const std::size_t index = index_of(location);
  if (index < locations_.size()) return true;
  if (locations_.size() == kMaxLocations) return false;
  locations_.push_back({location, false});
  // Relate the new location to every location that changes.
  for (std::uint32_t a = 0; a < index; ++a) {
    if (!locations_[a].changed) continue;
    propose_order(a, static_cast<std::uint32_t>(index));
  }
  return true;
}

bool LoopRelations::add_compared(std::uint32_t constant) {
  const std::size_t before = constants_.size();
  for (const std::uint32_t bound : {constant - 1, constant, constant + 1}) {
    if (constants_.size() == kMaxConstants) break;
    if (std::find(constants_.begin(), constants_.end(), bound) != constants_.end()) continue;
    constants_.push_back(bound);
    for (std::uint32_t a = 0; a < locations_.size(); ++a) {
      if (locations_[a].changed) propose_bounds(a, bound);
    }
  }
  return constants_.size() > before;
}

void LoopRelations::note_offset(std::uint32_t constant) {
  constexpr std::uint32_t kLargest = 2048;
  if (constant == 0 || constant > kLargest || offsets_.size() == kMaxOffsets) return;
  if (std::ranges::find(offsets_, constant) == offsets_.end()) offsets_.push_back(constant);
}

bool LoopRelations::propose_offsets() {
  const std::size_t before = relations_.size();
  for (; proposed_offsets_ < offsets_.size(); ++proposed_offsets_) {
    for (std::uint32_t a = 0; a < locations_.size(); ++a) {
      for (std::uint32_t b = 0; b < locations_.size(); ++b) {
        if (!locations_[a].changed || locations_[b].changed) continue;
        const std::uint32_t offset = offsets_[proposed_offsets_];
        relations_.push_back({Shape::Near, a, b, 1, true, offset});
        if (offset > 1) relations_.push_back({Shape::Near, a, b, 1, true, offset - 1});
      }
    }
  }
  return relations_.size() > before;
}

// Signed only: a bound of an unsigned word that has the top bit set is rare.
void LoopRelations::propose_bounds(std::uint32_t a, std::uint32_t constant) {
  relations_.push_back({Shape::AtMost, a, a, 1, true, constant});
  relations_.push_back({Shape::AtLeast, a, a, 1, true, constant});
}

// Proposes the relations about the order of a changed location `a` and another location `b`.
void LoopRelations::propose_order(std::uint32_t a, std::uint32_t b) {
  for (const bool is_signed : {true, false}) {
    for (const Shape shape : {Shape::Ordered, Shape::Below}) {
      relations_.push_back({shape, a, b, 1, is_signed});
      relations_.push_back({shape, b, a, 1, is_signed});
    }
    relations_.push_back({Shape::Bounded, a, b, 1, is_signed});
  }
}

// Proposes all relations between a location `a`, which has just been found to change, and the locations known so far.
void LoopRelations::propose(std::uint32_t a) {
  for (const bool is_signed : {true, false}) {
    relations_.push_back({Shape::Grows, a, a, 1, is_signed});
    relations_.push_back({Shape::Shrinks, a, a, 1, is_signed});
  }
  for (const std::uint32_t constant : constants_) propose_bounds(a, constant);
  for (std::uint32_t b = 0; b < locations_.size(); ++b) {
    if (a == b) continue;
    propose_order(a, b);
    if (!locations_[b].changed) continue;
    relations_.push_back({Shape::Equal, a, b, 1, false});
    for (const bool is_signed : {true, false}) relations_.push_back({Shape::Bounded, b, a, 1, is_signed});
    for (const std::int32_t factor : kFactors) {
      relations_.push_back({Shape::Linear, a, b, factor, false});
      if (factor > 1) relations_.push_back({Shape::Linear, b, a, factor, false});
    }
  }
}

bool holds(const Relation& relation, const std::vector<NowAndBefore<std::uint32_t>>& values) {
  const auto &a = values[relation.a], &b = values[relation.b];
  const auto at_most = [&](std::uint32_t x, std::uint32_t y) {
    return relation.is_signed ? static_cast<std::int32_t>(x) <= static_cast<std::int32_t>(y) : x <= y;
  };
  switch (relation.shape) {
    case Shape::Linear: return a.now - a.entry == static_cast<std::uint32_t>(relation.factor) * (b.now - b.entry);
    case Shape::Grows: return at_most(a.entry, a.now);
    case Shape::Shrinks: return at_most(a.now, a.entry);
    case Shape::Ordered: return at_most(a.now, b.now);
    case Shape::Below: return !at_most(b.now, a.now);
    case Shape::Bounded: return a.now == a.entry || at_most(a.now, b.now);
    case Shape::Equal: return a.now == b.now;
    case Shape::AtMost: return at_most(a.now, relation.constant);
    case Shape::AtLeast: return at_most(relation.constant, a.now);
    case Shape::Near: return at_most(a.now - b.now, relation.constant);
  }
  return false;
}

Term term_of(term::TermPool& pool, const Relation& relation, const std::vector<NowAndBefore<Term>>& values) {
  const auto &a = values[relation.a], &b = values[relation.b];
  const auto at_most = [&](Term x, Term y) {
    return pool.bit_not(relation.is_signed ? pool.slt(y, x) : pool.ult(y, x));
  };
  switch (relation.shape) {
    case Shape::Linear: {
      const Term factor = pool.constant(32, static_cast<std::uint32_t>(relation.factor));
      return pool.eq(pool.sub(a.now, a.entry), pool.mul(factor, pool.sub(b.now, b.entry)));
    }
    case Shape::Grows: return at_most(a.entry, a.now);
    case Shape::Shrinks: return at_most(a.now, a.entry);
    case Shape::Ordered: return at_most(a.now, b.now);
    case Shape::Below: return pool.bit_not(at_most(b.now, a.now));
    case Shape::Bounded: return pool.bit_or(pool.eq(a.now, a.entry), at_most(a.now, b.now));
    case Shape::AtMost: return at_most(a.now, pool.constant(32, relation.constant));
    case Shape::AtLeast: return at_most(pool.constant(32, relation.constant), a.now);
    case Shape::Near: return at_most(pool.sub(a.now, b.now), pool.constant(32, relation.constant));
    case Shape::Equal: break;
  }
  return pool.eq(a.now, b.now);
}

}  // namespace janus::engine
