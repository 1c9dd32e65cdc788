// Sets of values of a variable of at most eight bits, and which of them satisfy a condition. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>

#include "term/evaluate.h"
#include "term/term.h"

namespace janus::solver {

// A set of numbers below kMax.
class ByteSet {
 public:
  static constexpr unsigned kMax = 256;
  static ByteSet below(unsigned count) {
    ByteSet values;
    for (unsigned i = 0; i < count; i += 64) values.bits_[i / 64] = term::mask(std::min(64U, count - i));
    return values;
  }
  bool any() const { return (bits_[0] | bits_[1] | bits_[2] | bits_[3]) != 0; }
  bool contains(unsigned i) const { return bits_[i / 64] >> i % 64 & 1; }
  void insert(unsigned i) { bits_[i / 64] |= std::uint64_t{1} << i % 64; }
  ByteSet& operator&=(const ByteSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] &= other.bits_[i];
    return *this;
  }
  // Calls `visit` with each number, ascending, until it returns false.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      for (std::uint64_t rest = bits_[i]; rest; rest &= rest - 1) {
        if (!visit(static_cast<unsigned>(64 * i) + static_cast<unsigned>(std::countr_zero(rest)))) return;
      }
    }
  }

 private:
  std::array<std::uint64_t, kMax / 64> bits_{};
};

// Which values satisfy conditions; remembered for all paths.
class ByteTables {
 public:
  // `variable`, by its index, has `width` bits, at most 8, and the condition reads no other one.
  const ByteSet& satisfying(term::Term condition, std::uint32_t variable, unsigned width, term::Evaluator& evaluator) {
    const auto [table, is_new] = tables_.try_emplace(condition->id);
    if (is_new) {
      for (unsigned value = 0; value < 1U << width; ++value) {
        trial_.set(variable, value);
        evaluator.assign(trial_);
        if (evaluator(condition) == 1) table->second.insert(value);
      }
    }
    return table->second;
  }

 private:
  term::Assignment trial_;                             // only the variable being tried is ever read
  std::unordered_map<std::uint32_t, ByteSet> tables_;  // by node id
};

}  // namespace janus::solver
