#include "solver/value_set.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

namespace janus::solver {

using term::as_signed;
using term::mask;

namespace {

__extension__ using Wide = unsigned __int128;

// With more pairs of intervals than this, an operation uses the hulls of its operands instead.
constexpr std::size_t kMaxPairs = 64;

// The smallest number >= `value` that has the given known bits; nothing if there is none.
std::optional<std::uint64_t> next_with_bits(std::uint64_t value, unsigned width, std::uint64_t zeros,
                                            std::uint64_t ones) {
  const std::uint64_t wrong = (value & zeros) | (~value & ones & mask(width));
  if (!wrong) return value;
  auto at = static_cast<unsigned>(63 - std::countl_zero(wrong));
  if (value >> at & 1) {  // a one must become zero: the bits above must grow, at their lowest zero that may be a one
    const std::uint64_t may_grow = at >= 63 ? 0 : ~value & ~zeros & mask(width) & ~mask(at + 1);
    if (!may_grow) return std::nullopt;
    at = static_cast<unsigned>(std::countr_zero(may_grow));
  }
  const std::uint64_t below = mask(at);  // at < 64
  return (value & ~below) | std::uint64_t{1} << at | (ones & below);
}

std::optional<std::uint64_t> previous_with_bits(std::uint64_t value, unsigned width, std::uint64_t zeros,
                                                std::uint64_t ones) {
  const auto mirrored = next_with_bits(~value & mask(width), width, ones, zeros);
  return mirrored ? std::optional(~*mirrored & mask(width)) : std::nullopt;
}

// How many of the lowest bits are known to be zero.
unsigned known_low_zeros(const ValueSet& set) {
  return std::min(set.width(), static_cast<unsigned>(std::countr_one(set.zeros())));
}

}  // namespace

// --- Construction.

ValueSet ValueSet::none(unsigned width) { return ValueSet(width); }

ValueSet ValueSet::range(unsigned width, std::uint64_t low, std::uint64_t high) {
  ValueSet set(width);
  set.append(low & mask(width), high & mask(width));
  set.normalise();
  return set;
}

ValueSet ValueSet::all(unsigned width) {
  ValueSet set(width);
  set.intervals_.push_back({0, mask(width)});
  return set;
}
ValueSet ValueSet::single(unsigned width, std::uint64_t value) { return range(width, value, value); }
ValueSet ValueSet::without(unsigned width, std::uint64_t value) { return range(width, value + 1, value - 1); }

ValueSet ValueSet::with_bits(unsigned width, std::uint64_t zeros, std::uint64_t ones) {
  ValueSet set = all(width);
  set.zeros_ = zeros & mask(width);
  set.ones_ = ones & mask(width);
  set.normalise();
  return set;
}

void ValueSet::append(std::uint64_t low, std::uint64_t high) {
  if (low <= high) {
    intervals_.push_back({low, high});
  } else {
    intervals_.push_back({0, high});
    intervals_.push_back({low, mask(width_)});
  }
}

// --- The normal form.

void ValueSet::normalise() {
  merge_intervals();
  if (zeros_ & ones_) intervals_.clear();
  bool changed = true;
  while (changed && !intervals_.empty()) {
    const bool tightened = tighten();
    const bool learned = learn_bits();
    changed = tightened || learned;
  }
  if (intervals_.empty()) zeros_ = ones_ = 0;
  close_gaps();
}

void ValueSet::merge_intervals() {
  if (intervals_.size() < 2) return;
  std::sort(intervals_.begin(), intervals_.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < intervals_.size(); ++i) {
    Interval& kept = intervals_[last];
    if (kept.high == mask(width_) || intervals_[i].low <= kept.high + 1) {
      kept.high = std::max(kept.high, intervals_[i].high);
    } else {
      intervals_[++last] = intervals_[i];
    }
  }
  intervals_.resize(last + 1, Interval{});
}

bool ValueSet::tighten() {
  if (!(zeros_ | ones_)) return false;
  bool changed = false;
  std::size_t kept = 0;
  for (const Interval interval : intervals_) {
    const auto low = next_with_bits(interval.low, width_, zeros_, ones_);
    const auto high = previous_with_bits(interval.high, width_, zeros_, ones_);
    changed = changed || low != interval.low || high != interval.high;
    if (low && high && *low <= *high) intervals_[kept++] = {*low, *high};
  }
  intervals_.resize(kept, Interval{});
  return changed;
}

// The bits above the highest bit in which min() and max() differ are the same for all members.
bool ValueSet::learn_bits() {
  if (intervals_.empty()) return false;
  const std::uint64_t different = min() ^ max();
  const std::uint64_t same = mask(width_) & ~mask(static_cast<unsigned>(64 - std::countl_zero(different)));
  const std::uint64_t zeros = zeros_ | (same & ~min()), ones = ones_ | (same & min());
  const bool changed = zeros != zeros_ || ones != ones_;
  zeros_ = zeros;
  ones_ = ones;
  return changed;
}

void ValueSet::close_gaps() {
  while (intervals_.size() > kMaxIntervals) {
    std::size_t closest = 1;
    for (std::size_t i = 2; i < intervals_.size(); ++i) {
      if (intervals_[i].low - intervals_[i - 1].high < intervals_[closest].low - intervals_[closest - 1].high) {
        closest = i;
      }
    }
    intervals_[closest - 1].high = intervals_[closest].high;
    intervals_.erase(intervals_.begin() + static_cast<std::ptrdiff_t>(closest));
  }
}

// --- Looking at a set.

bool ValueSet::contains(std::uint64_t value) const {
  if ((value & zeros_) || (~value & ones_)) return false;
  return std::any_of(intervals_.begin(), intervals_.end(),
                     [&](const Interval& i) { return i.low <= value && value <= i.high; });
}

std::int64_t ValueSet::signed_min() const {
  const std::uint64_t lowest = std::uint64_t{1} << (width_ - 1);
  for (const Interval& i : intervals_) {
    if (i.high >= lowest) return as_signed(std::max(i.low, lowest), width_);
  }
  return as_signed(min(), width_);
}

std::int64_t ValueSet::signed_max() const {
  const std::uint64_t highest = mask(width_ - 1);
  for (auto i = intervals_.rbegin(); i != intervals_.rend(); ++i) {
    if (i->low <= highest) return as_signed(std::min(i->high, highest), width_);
  }
  return as_signed(max(), width_);
}

std::uint64_t ValueSet::closest(std::uint64_t value) const {
  for (const Interval& i : intervals_) {
    if (i.high < value) continue;
    const auto up = next_with_bits(std::max(value, i.low), width_, zeros_, ones_);
    if (up && *up <= i.high) return *up;
  }
  for (auto i = intervals_.rbegin(); i != intervals_.rend(); ++i) {
    if (i->low > value) continue;
    const auto down = previous_with_bits(std::min(value, i->high), width_, zeros_, ones_);
    if (down && *down >= i->low) return *down;
  }
  return min();
}

std::uint64_t ValueSet::size() const {
  std::uint64_t total = 0;
  for (const Interval& i : intervals_) total += i.high - i.low + (&i != &intervals_[0]);
  return total;
}

// --- Set operations.

ValueSet ValueSet::intersected(const ValueSet& other) const {
  ValueSet result(width_);
  result.zeros_ = zeros_ | other.zeros_;
  result.ones_ = ones_ | other.ones_;
  for (auto i = intervals_.begin(), j = other.intervals_.begin();
       i != intervals_.end() && j != other.intervals_.end();) {
    const std::uint64_t low = std::max(i->low, j->low), high = std::min(i->high, j->high);
    if (low <= high) result.intervals_.push_back({low, high});
    if (i->high < j->high) {
      ++i;
    } else {
      ++j;
    }
  }
  result.normalise();
  return result;
}

ValueSet ValueSet::united(const ValueSet& other) const {
  if (is_empty()) return other;
  if (other.is_empty()) return *this;
  ValueSet result(width_);
  result.zeros_ = zeros_ & other.zeros_;
  result.ones_ = ones_ & other.ones_;
  result.intervals_ = intervals_;
  result.intervals_.insert(result.intervals_.end(), other.intervals_.begin(), other.intervals_.end());
  result.normalise();
  return result;
}

// --- Bit-wise operations.

ValueSet ValueSet::bit_not() const {
  ValueSet result(width_);
  for (const Interval& i : intervals_) result.intervals_.push_back({~i.high & mask(width_), ~i.low & mask(width_)});
  result.zeros_ = ones_;
  result.ones_ = zeros_;
  result.normalise();
  return result;
}

// The results of an operation on each pair of members, if there are few pairs: 1 << x has few values, and a large
// range.
template <class Operation>
std::optional<ValueSet> ValueSet::by_pairs(const ValueSet& other, Operation operation) const {
  constexpr std::uint64_t kFew = 16;
  const std::uint64_t own = size(), others = other.size();
  if (own >= kFew || others >= kFew || (own + 1) * (others + 1) > kFew) return std::nullopt;
  ValueSet result(width_);
  for (std::uint64_t a = min();; a = closest(a + 1)) {
    for (std::uint64_t b = other.min();; b = other.closest(b + 1)) {
      const std::uint64_t value = operation(a, b) & mask(width_);
      result.intervals_.push_back({value, value});
      if (b == other.max()) break;
    }
    if (a == max()) break;
  }
  result.normalise();
  return result;
}

ValueSet ValueSet::bit_and(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (const auto few = by_pairs(other, std::bit_and<>())) return *few;
  ValueSet result = range(width_, 0, std::min(max(), other.max()));
  result.zeros_ |= zeros_ | other.zeros_;
  result.ones_ |= ones_ & other.ones_;
  result.normalise();
  return result;
}

ValueSet ValueSet::bit_or(const ValueSet& other) const { return bit_not().bit_and(other.bit_not()).bit_not(); }

ValueSet ValueSet::bit_xor(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (const auto few = by_pairs(other, std::bit_xor<>())) return *few;
  return with_bits(width_, (zeros_ & other.zeros_) | (ones_ & other.ones_),
                   (zeros_ & other.ones_) | (ones_ & other.zeros_));
}

// --- Arithmetic.

// The sum with a carry into the lowest bit. Known bits are found as in a ripple-carry adder: by adding the largest
// operands (every unknown bit a one) and the smallest (every unknown bit a zero).
ValueSet ValueSet::plus(const ValueSet& other, bool carry) const {
  if (is_empty() || other.is_empty()) return none(width_);
  ValueSet result(width_);
  const auto add_intervals = [&](const Interval& a, const Interval& b) {
    const Wide span = Wide{a.high - a.low} + (b.high - b.low);
    if (span >= mask(width_)) {
      result.intervals_.push_back({0, mask(width_)});
    } else {
      result.append((a.low + b.low + carry) & mask(width_), (a.high + b.high + carry) & mask(width_));
    }
  };
  if (intervals_.size() * other.intervals_.size() <= kMaxPairs) {
    for (const Interval& a : intervals_) {
      for (const Interval& b : other.intervals_) add_intervals(a, b);
    }
  } else {
    add_intervals({min(), max()}, {other.min(), other.max()});
  }
  const std::uint64_t most = (~zeros_ & mask(width_)) + (~other.zeros_ & mask(width_)) + carry;
  const std::uint64_t fewest = ones_ + other.ones_ + carry;
  const std::uint64_t no_carry = ~(most ^ zeros_ ^ other.zeros_), a_carry = fewest ^ ones_ ^ other.ones_;
  const std::uint64_t known = (zeros_ | ones_) & (other.zeros_ | other.ones_) & (no_carry | a_carry) & mask(width_);
  result.zeros_ = ~most & known;
  result.ones_ = fewest & known;
  result.normalise();
  return result;
}

ValueSet ValueSet::add(const ValueSet& other) const { return plus(other, false); }
ValueSet ValueSet::sub(const ValueSet& other) const { return plus(other.bit_not(), true); }
ValueSet ValueSet::negated() const { return single(width_, 0).sub(*this); }

ValueSet ValueSet::mul(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (is_single() && !other.is_single()) return other.mul(*this);
  ValueSet result(width_);
  if (other.is_single()) {
    // Multiplies by the constant or, if -constant is the smaller number, by minus -constant.
    const std::uint64_t k = other.min(), negative = -k & mask(width_);
    const bool mirrored = negative < k;
    const std::uint64_t factor = mirrored ? negative : k;
    for (const Interval& i : intervals_) {
      if (Wide{i.high - i.low} * factor >= mask(width_)) return with_bits(width_, mask(known_low_zeros(other)), 0);
      result.append(((mirrored ? i.high : i.low) * k) & mask(width_), ((mirrored ? i.low : i.high) * k) & mask(width_));
    }
  } else if (Wide{max()} * other.max() <= mask(width_)) {
    result.append(min() * other.min(), max() * other.max());
  } else {
    result = all(width_);
  }
  const unsigned trailing = known_low_zeros(*this) + known_low_zeros(other);
  result.zeros_ |= mask(std::min(width_, trailing));
  result.normalise();
  return result;
}

ValueSet ValueSet::udiv(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (other.is_single() && other.min() != 0) {
    ValueSet result(width_);
    for (const Interval& i : intervals_) result.append(i.low / other.min(), i.high / other.min());
    result.normalise();
    return result;
  }
  if (other.min() == 0) return all(width_);  // by zero, all ones
  return range(width_, min() / other.max(), max() / other.min());
}

ValueSet ValueSet::urem(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (other.max() == 0) return *this;  // x % 0 = x
  if (other.min() == 0) return range(width_, 0, max());
  if (!other.is_single()) return max() < other.min() ? *this : range(width_, 0, std::min(max(), other.max() - 1));
  const std::uint64_t k = other.min();
  ValueSet result(width_);
  for (const Interval& i : intervals_) {
    if (i.low / k == i.high / k) {
      result.append(i.low % k, i.high % k);
    } else if (i.high / k == i.low / k + 1 && i.high % k < i.low % k) {
      result.append(0, i.high % k);
      result.append(i.low % k, k - 1);
    } else {
      result.append(0, k - 1);
    }
  }
  result.normalise();
  return result;
}

ValueSet ValueSet::sdiv(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (signed_min() >= 0 && other.signed_min() >= 0) return udiv(other);
  if (other.is_single() && other.signed_min() > 0) {  // towards zero: monotonic
    const std::int64_t k = other.signed_min();
    return range(width_, static_cast<std::uint64_t>(signed_min() / k), static_cast<std::uint64_t>(signed_max() / k));
  }
  return all(width_);
}

ValueSet ValueSet::srem(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (signed_min() >= 0 && other.signed_min() >= 0) return urem(other);
  if (other.is_single() && other.signed_min() > 0) {  // has the sign of the dividend
    const std::int64_t most = other.signed_min() - 1;
    const std::int64_t low = signed_min() < 0 ? std::max(-most, signed_min()) : 0;
    const std::int64_t high = signed_max() > 0 ? std::min(most, signed_max()) : 0;
    return range(width_, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high));
  }
  return all(width_);
}

// --- Shifts.

ValueSet ValueSet::shl(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (other.min() >= width_) return single(width_, 0);
  if (other.is_single()) return mul(single(width_, std::uint64_t{1} << other.min()));
  const auto shifted = [this](std::uint64_t a, std::uint64_t b) { return b < width_ ? a << b : 0; };
  if (const auto few = by_pairs(other, shifted)) return *few;
  return with_bits(width_,
                   mask(std::min<unsigned>(width_, known_low_zeros(*this) + static_cast<unsigned>(other.min()))), 0);
}

ValueSet ValueSet::lshr(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (other.min() >= width_) return single(width_, 0);
  const auto amount = static_cast<unsigned>(other.min());
  const auto shifted = [this](std::uint64_t a, std::uint64_t b) { return b < width_ ? a >> b : 0; };
  if (!other.is_single()) {
    const auto few = by_pairs(other, shifted);
    return few ? *few : range(width_, 0, max() >> amount);
  }
  return amount ? extract(width_ - 1, amount).zero_extend(width_) : *this;
}

ValueSet ValueSet::ashr(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(width_);
  if (!other.is_single()) {
    if (signed_min() >= 0) return lshr(other);
    return all(width_);
  }
  const auto amount = static_cast<unsigned>(std::min<std::uint64_t>(other.min(), width_ - 1));
  return amount ? extract(width_ - 1, amount).sign_extend(width_) : *this;
}

// --- Pieces and extensions.

ValueSet ValueSet::extract(unsigned high, unsigned low) const {
  const unsigned width = high - low + 1;
  if (width == width_) return *this;
  ValueSet result(width);
  for (const Interval& i : intervals_) {
    const std::uint64_t first = i.low >> low, last = i.high >> low;
    if (last - first >= mask(width)) {
      result.intervals_.assign(1, {0, mask(width)});
      break;
    }
    result.append(first & mask(width), last & mask(width));
  }
  result.zeros_ = zeros_ >> low & mask(width);
  result.ones_ = ones_ >> low & mask(width);
  result.normalise();
  return result;
}

ValueSet ValueSet::concat(const ValueSet& low) const {
  const unsigned shift = low.width_;
  ValueSet result(width_ + shift);
  if (is_empty() || low.is_empty()) return result;
  for (const Interval& i : intervals_) {
    if (i.low == i.high) {
      for (const Interval& j : low.intervals_) result.append(i.low << shift | j.low, i.high << shift | j.high);
    } else {
      result.append(i.low << shift | low.min(), i.high << shift | low.max());
    }
  }
  result.zeros_ = zeros_ << shift | low.zeros_;
  result.ones_ = ones_ << shift | low.ones_;
  result.normalise();
  return result;
}

ValueSet ValueSet::zero_extend(unsigned width) const {
  ValueSet result = *this;
  result.width_ = width;
  result.normalise();
  return result;
}

ValueSet ValueSet::sign_extend(unsigned width) const {
  ValueSet result(width);
  const std::uint64_t sign = std::uint64_t{1} << (width_ - 1), upper = mask(width) & ~mask(width_);
  for (const Interval& i : intervals_) {
    if (i.low < sign) result.intervals_.push_back({i.low, std::min(i.high, sign - 1)});
    if (i.high >= sign) result.intervals_.push_back({std::max(i.low, sign) | upper, i.high | upper});
  }
  result.zeros_ = zeros_ | (zeros_ & sign ? upper : 0);
  result.ones_ = ones_ | (ones_ & sign ? upper : 0);
  result.normalise();
  return result;
}

// --- Comparisons.

ValueSet ValueSet::eq(const ValueSet& other) const {
  if (is_single() && *this == other) return single(1, 1);
  return intersected(other).is_empty() ? single(1, 0) : all(1);
}

ValueSet ValueSet::ult(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(1);
  return max() < other.min() ? single(1, 1) : min() >= other.max() ? single(1, 0) : all(1);
}

ValueSet ValueSet::slt(const ValueSet& other) const {
  if (is_empty() || other.is_empty()) return none(1);
  return signed_max() < other.signed_min() ? single(1, 1) : signed_min() >= other.signed_max() ? single(1, 0) : all(1);
}

}  // namespace janus::solver
