// Random conditions like those that firmware branches on, and random trees of path conditions made of them. For tests
// that compare the layers of a solver with a reference.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "solver/solver.h"
#include "term/term_pool.h"
#include "testing/random.h"

namespace janus::testing {

// Makes comparisons of words, constants, sums and multiples of words, and choices between words. Unless `plain`, the
// operands also contain bit-wise operations, divisions, extensions and extractions of words and bytes.
class RandomConditions {
 public:
  RandomConditions(term::TermPool& pool, std::uint64_t seed, bool plain) : random(seed), pool_(pool), plain_(plain) {
    for (int i = 0; i < 5; ++i) words_.push_back(pool.variable("w" + std::to_string(i), 32));
    for (int i = 0; i < 3; ++i) bytes_.push_back(pool.variable("byte" + std::to_string(i), 8));
    words_.push_back(pool.zero_extend(bytes_[0], 32));
  }

  term::Term next() {
    term::Term condition = comparison();
    if (random.one_in(6)) condition = pool_.bit_or(condition, comparison());
    if (random.one_in(6)) condition = pool_.bit_and(condition, comparison());
    return random.one_in(2) ? condition : pool_.bit_not(condition);
  }

  Random random;

 private:
  term::Term comparison() {
    const term::Term a = word(2), b = random.one_in(2) ? word(1) : constant();
    switch (random.below(4)) {
      case 0: return pool_.eq(a, b);
      case 1: return random.one_in(2) ? pool_.ult(a, b) : pool_.ult(b, a);
      default: return random.one_in(2) ? pool_.slt(a, b) : pool_.slt(b, a);
    }
  }
  term::Term constant() {
    static constexpr std::array<std::uint32_t, 8> kClose = {0, 1, 2, 7, 0xffff'ffff, 0x7fff'ffff, 0x8000'0000, 100};
    return pool_.constant(32, random.one_in(3) ? random.below(20) : random.pick(kClose));
  }
  term::Term small() { return pool_.constant(32, 1 + random.below(random.one_in(3) ? 200 : 9)); }
  term::Term amount() { return pool_.constant(32, random.below(32)); }
  term::Term word(unsigned depth) {
    const term::Term w = random.pick(words_);
    if (depth == 0) return w;
    switch (random.below(plain_ ? 6 : 18)) {
      case 0: return pool_.add(w, constant());
      case 1: return pool_.mul(w, pool_.constant(32, 4));
      case 2: return choice(w, random.pick(words_));
      case 6: return pool_.bit_and(word(depth - 1), random.one_in(2) ? small() : constant());
      case 7: return pool_.bit_or(word(depth - 1), random.one_in(2) ? small() : word(depth - 1));
      case 8: return pool_.bit_xor(word(depth - 1), constant());
      case 9: return pool_.lshr(word(depth - 1), amount());
      case 10: return pool_.shl(word(depth - 1), amount());
      case 11: return pool_.ashr(word(depth - 1), amount());
      case 12: return random.one_in(2) ? pool_.udiv(word(depth - 1), small()) : pool_.urem(word(depth - 1), small());
      case 13: return random.one_in(2) ? pool_.sdiv(word(depth - 1), small()) : pool_.srem(word(depth - 1), small());
      case 14: return pool_.add(word(depth - 1), random.pick(words_));
      case 15: return pool_.sub(word(depth - 1), pool_.mul(random.pick(words_), small()));
      case 16: return pool_.sign_extend(random.pick(bytes_), 32);
      case 17: return pool_.concat(pool_.extract(word(depth - 1), 23, 0), random.pick(bytes_));
      default: return w;
    }
  }

  // A minimum, a maximum, or another choice. Some results are added to the words, so that choices are nested.
  term::Term choice(term::Term a, term::Term b) {
    const term::Term condition = random.one_in(4) ? pool_.ult(a, b) : pool_.slt(a, b);
    const term::Term other = random.one_in(3) ? random.pick(words_) : b;
    const term::Term chosen = random.one_in(2) ? pool_.ite(condition, a, other) : pool_.ite(condition, other, a);
    if (words_.size() < kMaxWords) words_.push_back(chosen);
    return chosen;
  }

  static constexpr std::size_t kMaxWords = 14;
  term::TermPool& pool_;
  bool plain_;
  std::vector<term::Term> words_, bytes_;
};

// Asks `solver` so many questions along a growing tree of paths. Each satisfiable question extends its path to a new
// one.
inline void ask_random_questions(solver::Solver& solver, RandomConditions& conditions, int questions) {
  std::vector<std::pair<solver::PathCondition, term::Assignment>> paths(1);
  for (int i = 0; i < questions; ++i) {
    const term::Term question = conditions.next();
    if (question.is_constant()) continue;
    const auto [path, hint] = paths[conditions.random.below(static_cast<std::uint32_t>(paths.size()))];
    term::Assignment model = hint;
    if (solver.check(path, question, model) != solver::Answer::Sat) continue;
    paths.emplace_back(extend(path, question), model);
  }
}

}  // namespace janus::testing
