// Sets of values of a variable of at most eight bits, and which of them satisfy a condition. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>

#include "term/batch.h"
#include "term/evaluate.h"
#include "term/term.h"
#include "term/work_clock.h"

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
  unsigned size() const {
    unsigned sum = 0;
    for (const std::uint64_t bits : bits_) sum += static_cast<unsigned>(std::popcount(bits));
    return sum;
  }
  bool contains(unsigned i) const { return bits_[i / 64] >> i % 64 & 1; }
  void insert(unsigned i) { bits_[i / 64] |= std::uint64_t{1} << i % 64; }
  ByteSet& operator&=(const ByteSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] &= other.bits_[i];
    return *this;
  }
  // Those in [first, end), multiples of 64.
  ByteSet between(unsigned first, unsigned end) const {
    ByteSet result;
    for (unsigned i = first / 64; i < end / 64; ++i) result.bits_[i] = bits_[i];
    return result;
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

// Which of some values of a variable satisfy conditions that read no other one.
class Trials {
 public:
  // Those values(i) of `variable`, by its index, for `i` in `which`.
  template <class Value>
  ByteSet satisfying(term::Term condition, std::uint32_t variable, const ByteSet& which, Value&& value,
                     term::Evaluator& evaluator) {
    if (which.size() >= kManyValues) {
      term::Batch batch({&condition, 1}, {&variable, 1}, kMaxOperations);
      if (!batch.gave_up()) return at_once(batch, which, value);
    }
    ByteSet result;
    which.for_each([&](unsigned i) {
      trial_.set(variable, value(i));
      evaluator.assign(trial_);
      if (evaluator(condition) == 1) result.insert(i);
      return true;
    });
    return result;
  }

 private:
  static constexpr unsigned kManyValues = 16;             // fewer are tried before a batch is written down
  static constexpr std::size_t kMaxOperations = 1 << 14;  // of a kibibyte each
  static constexpr unsigned kValuesOfOperation = 32;      // what it costs, with its share of the rest of a question

  template <class Value>
  static ByteSet at_once(term::Batch& batch, const ByteSet& which, Value&& value) {
    constexpr unsigned kLanes = term::Batch::kLanes;
    ByteSet result;
    for (unsigned first = 0; first < ByteSet::kMax; first += kLanes) {
      const ByteSet some = which.between(first, first + kLanes);
      if (!some.any()) continue;
      spend(term::Work::Value, static_cast<term::WorkClock::rep>(batch.operations() * kValuesOfOperation));
      some.for_each([&](unsigned i) {
        batch.variable(0)[i - first] = value(i);
        return true;
      });
      const auto& holds = batch.root();
      some.for_each([&](unsigned i) {
        if (holds[i - first] == 1) result.insert(i);
        return true;
      });
    }
    return result;
  }

  term::Assignment trial_;  // only the variable being tried is ever read
};

// The same for all values of a variable; remembered for all paths.
class ByteTables {
 public:
  // `variable` has `width` bits, at most 8.
  const ByteSet& satisfying(term::Term condition, std::uint32_t variable, unsigned width, term::Evaluator& evaluator) {
    const auto [table, is_new] = tables_.try_emplace(condition->id);
    if (is_new) {
      const auto value = [](unsigned i) { return std::uint64_t{i}; };
      table->second = trials_.satisfying(condition, variable, ByteSet::below(1U << width), value, evaluator);
    }
    return table->second;
  }

 private:
  Trials trials_;
  std::unordered_map<std::uint32_t, ByteSet> tables_;  // by node id
};

}  // namespace janus::solver
