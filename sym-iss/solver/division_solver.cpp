#include "solver/division_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "solver/decorator.h"
#include "term/contents.h"
#include "term/known_bits.h"
#include "term/rewrite.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Node;
using term::Term;

constexpr std::size_t kMaxNodes = 2048;

// `width` bits of a word from `low` up, written in one way only: what is known to be zero is an extension.
Term bits_of(term::TermPool& pool, Term word, unsigned low, unsigned width) {
  const auto bits = static_cast<unsigned>(std::bit_width(term::highest(word)));
  if (bits <= low) return pool.constant(width, 0);
  const unsigned kept = std::min(width, bits - low);
  return pool.zero_extend(pool.extract(word, low + kept - 1, low), width);
}
Term low_bits(term::TermPool& pool, Term word, unsigned width) { return bits_of(pool, word, 0, width); }

// The word of which a term has the low bits, perhaps extended.
Term word_of(Term low) {
  while (low.is(Kind::ZeroExtend)) low = low->child[0];
  return low.is(Kind::Extract) && low->low == 0 ? low->child[0] : low;
}

// x - x / c * c, or low bits of it, as the remainder; null for another term.
Term as_remainder(term::TermPool& pool, Term difference) {
  if (!difference.is(Kind::Sub) || !difference->child[1].is(Kind::Mul)) return {};
  const Term multiple = difference->child[1], factor = multiple->child[1], x = word_of(difference->child[0]);
  const Term quotient = word_of(multiple->child[0]);
  if (!factor.is_constant() || !quotient.is(Kind::Udiv) || !(quotient->child[0] == x)) return {};
  const Term divisor = quotient->child[1];
  const unsigned width = difference.width();
  if (!divisor.is_constant() || (divisor->value & term::mask(width)) != factor->value) return {};
  // Both may have been cut off, but not to fewer bits than the difference has.
  if (!(low_bits(pool, x, width) == difference->child[0]) || !(low_bits(pool, quotient, width) == multiple->child[0]))
    return {};
  return low_bits(pool, pool.urem(x, divisor), width);
}

bool divides_by_constant(Term term) {
  return (term.is(Kind::Udiv) || term.is(Kind::Urem)) && term->child[1].is_constant() && !term->child[1].is_constant(0);
}

// Bits of a product by a constant, without its lowest: what a quotient looks like.
bool is_high_product(Term term) {
  return term.is(Kind::Extract) && term->low > 0 && term->child[0].is(Kind::Mul) &&
         term->child[0]->child[1].is_constant();
}

// Writes remainders as differences, x - x / c * c, and what was cut off to bytes and extended again as the words that
// they were, where `facts` say that nothing was lost. A quotient is any word. Then the digits of a number, times powers
// of ten, add up to the number by cancellation.
class WithoutRemainders {
 public:
  WithoutRemainders(term::TermPool& pool, const ValueFacts& facts) : pool_(pool), facts_(facts) {}

  // Null if there are too many nodes.
  Term operator()(Term root) {
    std::vector<Term> open{root};
    while (!open.empty()) {
      const Term term = open.back();
      const std::size_t before = open.size();
      for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) {
        if (!made_.contains(term->child[i].node())) open.push_back(term->child[i]);
      }
      if (open.size() != before) continue;
      open.pop_back();
      if (made_.size() == kMaxNodes) return {};
      spend(term::Work::Rewrite);
      made_.try_emplace(term.node(), rewritten(term));
    }
    return made_.at(root.node());
  }

 private:
  Term rewritten(Term term) {
    if (term::row(term.kind()).arity == 0) return term;
    const auto child = [&](unsigned i) {
      return i < term::row(term.kind()).arity ? made_.at(term->child[i].node()) : Term();
    };
    if (divides_by_constant(term)) {
      const Term divisor = term->child[1], quotient = unknown(pool_.udiv(term->child[0], divisor));
      if (term.is(Kind::Udiv)) return quotient;
      if (highest(term->child[0]) < divisor->value) return child(0);
      return pool_.sub(child(0), pool_.mul(quotient, divisor));
    }
    if (term.is(Kind::ZeroExtend)) return extended(term->child[0], term.width());
    return pool_.build(term.kind(), term.width(), child(0), child(1), child(2), term->low);
  }

  // A variable in the place of a quotient. What is false for all its values is false for the right one.
  Term unknown(Term quotient) {
    return quotient.is_constant() ? quotient
                                  : pool_.variable(fmt::format("quotient.{}", quotient->id), quotient.width());
  }

  // `low`, a term of which all parts have been rewritten, in `width` bits.
  Term extended(Term low, unsigned width) {
    if (low.is(Kind::Extract) && low->low == 0 && highest(low->child[0]) <= term::mask(low.width())) {
      const Term word = made_.at(low->child[0].node());
      return word.width() > width ? pool_.extract(word, width - 1, 0) : pool_.zero_extend(word, width);
    }
    if (low.is(Kind::Add)) {
      const std::uint64_t a = highest(low->child[0]), b = highest(low->child[1]);
      if (a <= term::mask(low.width()) - b)
        return pool_.add(extended(low->child[0], width), extended(low->child[1], width));
    }
    return pool_.zero_extend(made_.at(low.node()), width);
  }

  std::uint64_t highest(Term term) const {
    const ValueSet values = facts_.values(term);
    return std::min(term::highest(term), values.is_empty() ? ~std::uint64_t{0} : values.max());
  }

  term::TermPool& pool_;
  const ValueFacts& facts_;
  std::unordered_map<const Node*, Term> made_;
};

class DivisionSolver : public Shortcut {
 public:
  DivisionSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("divisions", std::move(next)), context_(std::move(context)) {}

 private:
  enum Forms : std::uint8_t { kQuotients = 1, kProducts = 2, kRemainders = 4 };

  static std::uint8_t forms_of(Term term) {
    return (divides_by_constant(term) ? kQuotients : 0) | (is_high_product(term) ? kProducts : 0) |
           (term.is(Kind::Urem) && divides_by_constant(term) ? kRemainders : 0);
  }

  Answer own_answer(const PathCondition& path, Term question, Assignment&) override {
    const std::uint8_t forms = forms_in_(question);
    if ((forms & kQuotients) && (forms & kProducts)) {
      divisors_.clear();
      rewritten(question);  // finds all divisors
      if (rewritten(question).is_constant(0)) return Answer::Unsat;
    }
    if (forms & kRemainders) {
      const Term differences = WithoutRemainders(context_->pool, context_->values.at(path))(question);
      if (differences && differences.is_constant(0)) return Answer::Unsat;
    }
    return Answer::Unknown;
  }

  // The term itself if it is too large.
  Term rewritten(Term root) {
    term::Rewritten made;
    const Term result = term::rewrite(root, made, kMaxNodes, [this](Term term, const Term(&children)[3]) {
      spend(term::Work::Rewrite);
      return rewritten(term, children);
    });
    return result ? result : root;
  }

  Term rewritten(Term term, const Term (&children)[3]) {
    term::TermPool& pool = context_->pool;
    if (term::row(term.kind()).arity == 0) return term;
    if (divides_by_constant(term)) divisors_.push_back(children[1]->value);
    const Term made = pool.build(term.kind(), term.width(), children[0], children[1], children[2], term->low);
    if (made.is(Kind::ZeroExtend)) return whole(made);
    if (const Term quotient = as_quotient(pool, made, divisors_)) return quotient;
    if (made.is(Kind::Extract)) return bits_of(pool, made->child[0], made->low, made.width());
    if (const Term remainder = as_remainder(pool, made)) return remainder;
    return made;
  }

  // The low bits of a word, extended, as the word itself, if it has no others.
  Term whole(Term extended) {
    Term low = extended;
    while (low.is(Kind::ZeroExtend)) low = low->child[0];
    if (!low.is(Kind::Extract) || low->low != 0) return extended;
    const Term word = low->child[0];
    if (term::highest(word) > term::mask(low.width()) || word.width() > extended.width()) return extended;
    return context_->pool.zero_extend(word, extended.width());
  }

  std::shared_ptr<LayerContext> context_;
  term::Contents forms_in_{forms_of};
  std::vector<std::uint64_t> divisors_;  // in the question
};

}  // namespace

// With m the constant, x the other factor and 2^p the weight of the lowest bit: if c m = 2^p + e and e x < 2^p for
// every x, then x m / 2^p = x / c + e x / (c 2^p), of which the last part is too small to reach the next whole number.
// If c = d 2^b, that is x / d without its b lowest bits.
Term as_quotient(term::TermPool& pool, Term product, std::span<const std::uint64_t> divisors) {
  if (!is_high_product(product)) return {};
  const Term x = product->child[0]->child[0];
  const unsigned p = product->low;
  const std::uint64_t m = product->child[0]->child[1]->value, most = term::highest(x);
  __extension__ using Wide = unsigned __int128;
  const Wide one = 1;
  if (m < 2 || Wide{most} * m > term::mask(x.width())) return {};  // the product wraps around
  if ((one << p) < m) return {};
  const Wide c = ((one << p) + m - 1) / m;
  const Wide e = c * m - (one << p);
  if (e * most >= (one << p) || c > term::mask(x.width())) return {};
  // In as many bits as the program divides with, and by what it divides by.
  const Term dividend = x.is(Kind::ZeroExtend) && c <= term::mask(x->child[0].width()) ? x->child[0] : x;
  auto divisor = static_cast<std::uint64_t>(c);
  unsigned shift = 0;
  for (const std::uint64_t d : divisors) {
    const auto b = static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(c)) - std::countr_zero(d));
    if (b < 64 && d << b == c && d << b >> b == d) divisor = d, shift = b;
  }
  const Term quotient = pool.udiv(dividend, pool.constant(dividend.width(), divisor));
  return bits_of(pool, quotient, shift, product.width());
}

std::unique_ptr<Solver> make_division_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<DivisionSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
