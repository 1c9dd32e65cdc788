// For every rule of simplification, operations that it matches, at a given width. Each is built twice, by the builders
// and as bare nodes, so that Z3 can be asked whether the two can differ.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "term/evaluate.h"
#include "term/term_pool.h"
#include "testing/random.h"

namespace janus::term {

// A term and the same without simplification.
struct Pair {
  TermPool* pool = nullptr;
  Term built, plain;
  unsigned width() const { return plain.width(); }
};

inline Pair operation(Kind kind, unsigned width, Pair a, Pair b = {}, Pair c = {}, unsigned low = 0) {
  return {a.pool, a.pool->build(kind, width, a.built, b.built, c.built, low),
          a.pool->make(kind, width, a.plain, b.plain, c.plain, low)};
}

inline Pair operator~(Pair a) { return operation(Kind::Not, a.width(), a); }
inline Pair operator&(Pair a, Pair b) { return operation(Kind::And, a.width(), a, b); }
inline Pair operator|(Pair a, Pair b) { return operation(Kind::Or, a.width(), a, b); }
inline Pair operator^(Pair a, Pair b) { return operation(Kind::Xor, a.width(), a, b); }
inline Pair operator+(Pair a, Pair b) { return operation(Kind::Add, a.width(), a, b); }
inline Pair operator-(Pair a, Pair b) { return operation(Kind::Sub, a.width(), a, b); }
inline Pair operator*(Pair a, Pair b) { return operation(Kind::Mul, a.width(), a, b); }
inline Pair udiv(Pair a, Pair b) { return operation(Kind::Udiv, a.width(), a, b); }
inline Pair urem(Pair a, Pair b) { return operation(Kind::Urem, a.width(), a, b); }
inline Pair sdiv(Pair a, Pair b) { return operation(Kind::Sdiv, a.width(), a, b); }
inline Pair srem(Pair a, Pair b) { return operation(Kind::Srem, a.width(), a, b); }
inline Pair shl(Pair a, Pair b) { return operation(Kind::Shl, a.width(), a, b); }
inline Pair lshr(Pair a, Pair b) { return operation(Kind::Lshr, a.width(), a, b); }
inline Pair ashr(Pair a, Pair b) { return operation(Kind::Ashr, a.width(), a, b); }
inline Pair eq(Pair a, Pair b) { return operation(Kind::Eq, 1, a, b); }
inline Pair ult(Pair a, Pair b) { return operation(Kind::Ult, 1, a, b); }
inline Pair slt(Pair a, Pair b) { return operation(Kind::Slt, 1, a, b); }
inline Pair ite(Pair c, Pair a, Pair b) { return operation(Kind::Ite, a.width(), c, a, b); }
inline Pair extract(Pair a, unsigned high, unsigned low) {
  return operation(Kind::Extract, high - low + 1, a, {}, {}, low);
}
inline Pair concat(Pair a, Pair b) { return operation(Kind::Concat, a.width() + b.width(), a, b); }
inline Pair zext(Pair a, unsigned width) { return operation(Kind::ZeroExtend, width, a); }
inline Pair sext(Pair a, unsigned width) { return operation(Kind::SignExtend, width, a); }

// What examples are made of: variables x, y, z of the width w, truth values c, d, and pieces, whose widths add up to w
// if that is more than one.
class Ingredients {
  TermPool* pool_;
  testing::Random& random_;

 public:
  Ingredients(TermPool& pool, testing::Random& random, unsigned width)
      : pool_(&pool),
        random_(random),
        w(width),
        low_width(std::max(1U, width / 2)),
        high_width(std::max(1U, width - low_width)),
        x(variable("x", w)),
        y(variable("y", w)),
        z(variable("z", w)),
        c(variable("c", 1)),
        d(variable("d", 1)),
        low(variable("low", low_width)),
        low2(variable("low2", low_width)) {}

  Pair variable(const char* name, unsigned width) const {
    const Term term = pool_->variable(name + std::to_string(width), width);
    return {pool_, term, term};
  }
  Pair constant(unsigned width, std::uint64_t value) const {
    const Term term = pool_->constant(width, value);
    return {pool_, term, term};
  }
  Pair k(std::uint64_t value) const { return constant(w, value); }
  Pair any(unsigned width) const {  // a constant, often one at which something changes
    if (random_.one_in(3)) return constant(width, random_.word64());
    if (random_.one_in(3)) return constant(width, std::uint64_t{1} << random_.below(width));
    return constant(width, random_.operand());
  }
  Pair any() const { return any(w); }
  std::uint64_t ones() const { return mask(w); }
  std::uint64_t sign() const { return std::uint64_t{1} << (w - 1); }
  unsigned below(unsigned bound) const { return random_.below(bound); }  // a random number
  Pair high() const { return variable("high", high_width); }             // only if w > 1
  Pair high2() const { return variable("high2", high_width); }

  unsigned w, low_width, high_width;
  Pair x, y, z, c, d, low, low2;
};

struct RuleExample {
  Kind kind;
  std::string_view statement;
  std::function<std::vector<Pair>(const Ingredients&)> operations;
  unsigned widest_proof = 64;  // beyond, what the solver takes too long for is sampled
};

std::vector<RuleExample> common_rule_examples();
std::vector<RuleExample> bitwise_rule_examples();
std::vector<RuleExample> arithmetic_rule_examples();
std::vector<RuleExample> placement_rule_examples();
std::vector<RuleExample> comparison_rule_examples();
std::vector<RuleExample> choice_rule_examples();

}  // namespace janus::term
