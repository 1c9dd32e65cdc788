// Random terms, for tests that compare interpretations of terms.
#pragma once

#include <vector>

#include "term/term_pool.h"
#include "testing/random.h"

namespace janus::testing {

// Makes terms of all kinds over a few variables. Each term is built twice: by the simplifying builders from simplified
// children, and from unsimplified nodes. Both must have the same value under every assignment.
class RandomTerms {
 public:
  struct Pair {
    term::Term simplified;
    term::Term plain;
  };

  // Operations have these `widths`. Extensions and concatenations are at most `widest` bits wide.
  RandomTerms(term::TermPool& pool, std::uint64_t seed, std::vector<unsigned> widths, unsigned widest = 64)
      : pool_(pool), random_(seed), widths_(std::move(widths)), widest_(widest) {
    for (unsigned width : widths_) {
      for (int i = 0; i < 2; ++i) {
        const auto variable = pool_.variable("v" + std::to_string(width) + "_" + std::to_string(i), width);
        pairs_.push_back({variable, variable});
      }
    }
  }

  Pair next() {
    for (;;) {
      const auto kind = static_cast<term::Kind>(random_.below(static_cast<std::uint32_t>(std::size(term::kKinds))));
      if (kind == term::Kind::Variable) continue;
      const Pair made = make(kind);
      if (!made.plain) continue;
      if (!made.simplified.is_constant()) pairs_.push_back(made);  // otherwise constants would soon dominate
      return made;
    }
  }

 private:
  Pair constant(unsigned width) {
    std::uint64_t value = random_.word64();
    if (!random_.one_in(3)) value = random_.operand();
    if (random_.one_in(4)) value = std::uint64_t{1} << random_.below(width);
    if (random_.one_in(6)) value = ~std::uint64_t{0};
    const auto term = pool_.constant(width, value);
    return {term, term};
  }
  // An earlier term of that width, or a constant.
  Pair operand(unsigned width) {
    for (int attempt = 0; attempt < 8 && !random_.one_in(4); ++attempt) {
      const Pair pair = pairs_[pairs_.size() - 1 -
                               random_.below(static_cast<std::uint32_t>(std::min<std::size_t>(pairs_.size(), 60)))];
      if (pair.plain.width() == width) return pair;
    }
    return constant(width);
  }
  Pair any() { return pairs_[random_.below(static_cast<std::uint32_t>(pairs_.size()))]; }

  Pair both(term::Kind kind, unsigned width, Pair a, Pair b = {}, Pair c = {}, unsigned low = 0) {
    return {pool_.build(kind, width, a.simplified, b.simplified, c.simplified, low),
            pool_.make(kind, width, a.plain, b.plain, c.plain, low)};
  }

  Pair make(term::Kind kind) {
    using term::Kind;
    const unsigned width = random_.pick(widths_);
    switch (kind) {
      case Kind::Constant: return constant(width);
      case Kind::Not: return both(kind, width, operand(width));
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt: return both(kind, 1, operand(width), operand(width));
      case Kind::Ite: return both(kind, width, operand(1), operand(width), operand(width));
      case Kind::Extract: {
        const Pair a = any();
        const unsigned low = random_.below(a.plain.width());
        return both(kind, 1 + random_.below(a.plain.width() - low), a, {}, {}, low);
      }
      case Kind::Concat: {
        const Pair a = any(), b = any();
        const unsigned sum = a.plain.width() + b.plain.width();
        return sum <= widest_ ? both(kind, sum, a, b) : Pair{};
      }
      case Kind::ZeroExtend:
      case Kind::SignExtend: {
        const Pair a = any();
        if (a.plain.width() >= widest_) return {};
        return both(kind, a.plain.width() + 1 + random_.below(widest_ - a.plain.width()), a);
      }
      default: return both(kind, width, operand(width), operand(width));
    }
  }

  term::TermPool& pool_;
  Random random_;
  std::vector<unsigned> widths_;
  unsigned widest_;
  std::vector<Pair> pairs_;
};

}  // namespace janus::testing
