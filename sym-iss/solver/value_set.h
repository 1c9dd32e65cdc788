// Sets of bit-vector values: multi-intervals (Dustmann, Wehrle, Cadar: PARTI, ASE 2018, sections 3 and 4) and known
// bits.
//
// A value is in the set if it lies in one of the intervals and has the known bits. Bit vectors have no sign: intervals
// are unsigned, and a signed range that crosses zero is two intervals. PARTI's left-shift attribute (multiples of 2^k
// in an interval) is k known zero bits here; the low bits of masks and shifts are known bits too.
//
// The result of an operation contains the results for all pairs of members, and may contain more: a set has at most
// kMaxIntervals intervals, and closes its smallest gaps if it has more; where nothing is known, the result is all().
// Sets are values. Widths are 1 to 64 bits, and the widths of operands agree as for the terms of that operation.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "term/term.h"

namespace janus::solver {

// Unsigned, both ends included, low <= high.
struct Interval {
  std::uint64_t low, high;
  friend bool operator==(const Interval&, const Interval&) = default;
};

class ValueSet {
 public:
  using Intervals = boost::container::small_vector<Interval, 2>;
  static constexpr std::size_t kMaxIntervals = 24;

  static ValueSet all(unsigned width);
  static ValueSet none(unsigned width);
  static ValueSet single(unsigned width, std::uint64_t value);
  // low, low + 1, ..., high, modulo 2^width: wraps around if low > high.
  static ValueSet range(unsigned width, std::uint64_t low, std::uint64_t high);
  // All values except `value`.
  static ValueSet without(unsigned width, std::uint64_t value);
  // The values with a 0 wherever `zeros` has a 1, and a 1 wherever `ones` has a 1.
  static ValueSet with_bits(unsigned width, std::uint64_t zeros, std::uint64_t ones);

  unsigned width() const { return width_; }
  bool is_empty() const { return intervals_.empty(); }
  bool is_all() const { return intervals_.size() == 1 && size() == term::mask(width_) && !(zeros_ | ones_); }
  bool is_single() const { return intervals_.size() == 1 && intervals_[0].low == intervals_[0].high; }
  bool contains(std::uint64_t value) const;
  // The set must not be empty. min() and max() are members; signed_min() and signed_max() may lie between members.
  std::uint64_t min() const { return intervals_.front().low; }
  std::uint64_t max() const { return intervals_.back().high; }
  std::int64_t signed_min() const;
  std::int64_t signed_max() const;
  // The smallest member >= `value`, or the largest member if there is none. The set must not be empty.
  std::uint64_t closest(std::uint64_t value) const;
  // The number of values in the intervals, minus one, so that the result fits in 64 bits.
  std::uint64_t size() const;

  const Intervals& intervals() const { return intervals_; }
  std::uint64_t zeros() const { return zeros_; }
  std::uint64_t ones() const { return ones_; }
  friend bool operator==(const ValueSet&, const ValueSet&) = default;

  ValueSet intersected(const ValueSet& other) const;
  ValueSet united(const ValueSet& other) const;

  // The operations of terms (term/kind.def).
  ValueSet bit_not() const;
  ValueSet negated() const;
  ValueSet bit_and(const ValueSet& other) const;
  ValueSet bit_or(const ValueSet& other) const;
  ValueSet bit_xor(const ValueSet& other) const;
  ValueSet add(const ValueSet& other) const;
  ValueSet sub(const ValueSet& other) const;
  ValueSet mul(const ValueSet& other) const;
  ValueSet udiv(const ValueSet& other) const;
  ValueSet urem(const ValueSet& other) const;
  ValueSet sdiv(const ValueSet& other) const;
  ValueSet srem(const ValueSet& other) const;
  ValueSet shl(const ValueSet& other) const;
  ValueSet lshr(const ValueSet& other) const;
  ValueSet ashr(const ValueSet& other) const;
  ValueSet extract(unsigned high, unsigned low) const;
  ValueSet concat(const ValueSet& low) const;
  ValueSet zero_extend(unsigned width) const;
  ValueSet sign_extend(unsigned width) const;
  // Comparisons: sets of width 1.
  ValueSet eq(const ValueSet& other) const;
  ValueSet ult(const ValueSet& other) const;
  ValueSet slt(const ValueSet& other) const;

 private:
  template <class Operation>
  std::optional<ValueSet> by_pairs(const ValueSet& other, Operation operation) const;
  explicit ValueSet(unsigned width) : width_(width) {}
  void append(std::uint64_t low, std::uint64_t high);  // wraps around if low > high
  void normalise();
  void merge_intervals();
  bool tighten();     // narrows intervals to ends with the known bits; whether any changed
  bool learn_bits();  // takes known bits from the intervals; whether any changed
  void close_gaps();  // until there are at most kMaxIntervals
  ValueSet plus(const ValueSet& other, bool carry) const;

  unsigned width_;
  Intervals intervals_;  // ascending, neither overlapping nor adjacent; their ends have the known bits
  std::uint64_t zeros_ = 0, ones_ = 0;
};

}  // namespace janus::solver
