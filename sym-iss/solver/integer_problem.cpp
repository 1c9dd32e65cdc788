#include "solver/integer_problem.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "term/known_bits.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Kind;
using term::Node;
using term::Term;
using Formula = IntegerProblem::Formula;
using Number = std::uint32_t;  // of a formula, or of a variable

Integer size_of(unsigned width) { return Integer{1} << width; }
Integer floor_div(Integer a, Integer b) { return a / b - (a % b < 0); }  // b > 0
Integer magnitude(Integer a) { return a < 0 ? -a : a; }
IntegerBounds unsigned_range(unsigned width) { return {0, size_of(width) - 1}; }
IntegerBounds signed_range(unsigned width) { return {-size_of(width - 1), size_of(width - 1) - 1}; }

IntegerSum scaled(IntegerSum sum, Integer factor) {
  if (factor == 0) return {};
  for (auto& [variable, coefficient] : sum.words) coefficient *= factor;
  sum.constant *= factor;
  return sum;
}

IntegerSum plus(const IntegerSum& a, const IntegerSum& b, Integer factor = 1) {
  IntegerSum sum;
  sum.constant = a.constant + factor * b.constant;
  auto x = a.words.begin();
  for (const auto& [variable, coefficient] : b.words) {
    while (x != a.words.end() && x->first < variable) sum.words.push_back(*x++);
    const bool both = x != a.words.end() && x->first == variable;
    const Integer all = (both ? (x++)->second : 0) + factor * coefficient;
    if (all != 0) sum.words.emplace_back(variable, all);
  }
  sum.words.insert(sum.words.end(), x, a.words.end());
  return sum;
}

IntegerSum constant(Integer value) { return {{}, value}; }

class Translation {
 public:
  explicit Translation(const ValueFacts& facts) : facts_(facts) {}

  std::optional<IntegerProblem> operator()(const std::vector<Term>& conditions) {
    if (!collect(conditions)) return std::nullopt;
    for (const Term term : order_) {
      spend(term::Work::Visit);
      if (absorbed_.contains(term->id)) continue;
      if (term.width() == 1)
        truths_[term->id] = truth(term);
      else
        words_[term->id] = word(term);
      if (problem_.variables.size() > kMaxVariables) return std::nullopt;
    }
    for (const Term condition : conditions) problem_.required.push_back(truths_[condition->id]);
    return std::move(problem_);
  }

 private:
  static constexpr std::size_t kMaxNodes = 4096, kMaxVariables = 2048, kMaxWords = 64;
  static constexpr unsigned kBoundsDepth = 3, kMostLooks = 32;  // at quotients, for the bounds of a sum
  static constexpr unsigned kMostBits = 100;                    // of a sum's bounds, so that some of them can be added

  // --- Which terms are translated, children first.
  // A variable of the problem is all that there is of an opaque term, and nobody looks at its children.
  static bool is_opaque(Term term) {
    const bool constant_second = term::row(term.kind()).arity > 1 && term->child[1].is_constant();
    switch (term.kind()) {
      case Kind::Shl:
      case Kind::Lshr:
      case Kind::Ashr:
      case Kind::Udiv:
      case Kind::Urem:
      case Kind::Sdiv:
      case Kind::Srem: return !constant_second || term->child[1]->value == 0;
      case Kind::Constant:
      case Kind::Variable:
      case Kind::Not:
      case Kind::And:
      case Kind::Or:
      case Kind::Xor:
      case Kind::Add:
      case Kind::Sub:
      case Kind::Mul:
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt:
      case Kind::Ite:
      case Kind::Extract:
      case Kind::Concat:
      case Kind::ZeroExtend:
      case Kind::SignExtend: return false;
    }
    return true;
  }
  // Whether no bit can be set in both operands, so that either operation is a sum.
  static bool disjoint(Term term) {
    const std::uint64_t zeros = term->child[0]->known.zeros | term->child[1]->known.zeros;
    return !term.is(Kind::And) && (zeros & term::mask(term.width())) == term::mask(term.width());
  }
  bool collect(const std::vector<Term>& conditions) {
    std::vector<Term> open = conditions;
    for (const Term condition : conditions) children_.push_back(condition->id);
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      if (!readers_.try_emplace(term->id, 0).second) continue;
      if (order_.size() == kMaxNodes) return false;
      order_.push_back(term);
      if (is_opaque(term)) continue;
      for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) {
        open.push_back(term->child[i]);
        children_.push_back(term->child[i]->id);
      }
    }
    for (const std::uint32_t id : children_) ++readers_[id];
    std::ranges::sort(order_, {}, [](Term term) { return term->id; });
    for (const Term term : order_) {
      if (term.is(Kind::Concat) && is_leaf(term)) absorbed_.insert({term->child[0]->id, term->child[1]->id});
    }
    return true;
  }
  // Whether the term is made of variables that nothing else reads.
  bool is_leaf(Term term) const {
    if (term.is(Kind::Variable)) return true;
    if (!term.is(Kind::Concat)) return false;
    return std::ranges::all_of(term->child, term->child + 2,
                               [this](Term part) { return readers_.at(part->id) == 1 && is_leaf(part); });
  }

  // --- Variables and sums of them.
  Number variable(IntegerBounds bounds) {
    problem_.variables.push_back(bounds);
    return static_cast<Number>(problem_.variables.size() - 1);
  }
  static IntegerSum sum_of(Number variable) { return {{{variable, 1}}, 0}; }
  IntegerSum fresh(IntegerBounds bounds) {
    return bounds.low == bounds.high ? constant(bounds.low) : sum_of(variable(bounds));
  }
  static IntegerBounds multiplied(IntegerBounds bounds, Integer factor) {
    const Integer a = bounds.low * factor, b = bounds.high * factor;
    return {std::min(a, b), std::max(a, b)};
  }
  IntegerBounds bounds_of_words(const IntegerSum& sum) const {
    IntegerBounds all{sum.constant, sum.constant};
    for (const auto& [variable, coefficient] : sum.words) {
      const auto [low, high] = multiplied(problem_.variables[variable], coefficient);
      all = {all.low + low, all.high + high};
    }
    return all;
  }
  // Also by what quotients are made of: y + (x - y) / 4 is between x and y, wherever these are.
  IntegerBounds bounds(const IntegerSum& sum) const {
    unsigned looks = kMostLooks;
    return bounds(sum, kBoundsDepth, looks);
  }
  IntegerBounds bounds(const IntegerSum& sum, unsigned depth, unsigned& looks) const {
    IntegerBounds all = bounds_of_words(sum);
    for (const auto& [variable, coefficient] : sum.words) {
      const auto found = quotients_.find(variable);
      if (found == quotients_.end()) continue;
      if (depth == 0 || looks == 0) break;
      --looks;
      const auto& [dividend, divisor] = found->second;
      const auto rest = times(plus(sum, sum_of(variable), -coefficient), divisor), part = times(dividend, coefficient),
                 remainder = times(constant(1 - divisor), coefficient);  // at most, and 0 at least
      if (!rest || !part || !remainder) continue;
      const auto [low, high] = bounds(plus(*rest, *part), depth - 1, looks);
      const Integer least = low + std::min<Integer>(remainder->constant, 0),
                    most = high + std::max<Integer>(remainder->constant, 0);
      all = {std::max(all.low, -floor_div(-least, divisor)), std::min(all.high, floor_div(most, divisor))};
    }
    return all;
  }
  // The most that may become of a sum: bits of its bounds.
  unsigned bits_of(const IntegerSum& sum) const {
    const auto [low, high] = bounds_of_words(sum);
    const Integer most = std::max(magnitude(low), magnitude(high));
    const auto upper = static_cast<std::uint64_t>(most >> 64);
    return upper ? 64 + static_cast<unsigned>(std::bit_width(upper))
                 : static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most)));
  }
  // Nothing if that becomes too large.
  std::optional<IntegerSum> times(const IntegerSum& sum, Integer factor) const {
    if (bits_of(sum) + bits_of(constant(factor)) > kMostBits) return std::nullopt;
    return scaled(sum, factor);
  }
  static IntegerBounds intersected(IntegerBounds a, IntegerBounds b) {
    const IntegerBounds both{std::max(a.low, b.low), std::min(a.high, b.high)};
    return both.low <= both.high ? both : a;  // nothing fits: let the problem show that
  }

  // What the path says of a term.
  IntegerBounds known(Term term, bool is_signed) const {
    const ValueSet values = facts_.values(term);
    const IntegerBounds all = is_signed ? signed_range(term.width()) : unsigned_range(term.width());
    if (values.is_empty()) return all;
    return is_signed ? IntegerBounds{values.signed_min(), values.signed_max()}
                     : IntegerBounds{Integer{values.min()}, Integer{values.max()}};
  }
  // The tighter one of both.
  IntegerBounds known(Term term) const {
    const IntegerBounds as_unsigned = known(term, false), as_signed = known(term, true);
    return as_signed.high - as_signed.low <= as_unsigned.high - as_unsigned.low ? as_signed : as_unsigned;
  }

  // A variable for a sum, so that its bounds are kept.
  IntegerSum named(const IntegerSum& sum, IntegerBounds tight) {
    const IntegerSum result = fresh(tight);
    require_zero(plus(sum, result, -1));
    if (!result.words.empty()) names_.emplace_back(sum, result.words.front().first);
    return result;
  }
  // The same with the variables for sums that it contains. Simplification has taken these apart.
  IntegerSum abbreviated(const IntegerSum& sum) const {
    IntegerSum shortest = sum;
    for (auto name = names_.rbegin(); name != names_.rend() && shortest.words.size() > 1; ++name) {
      IntegerSum candidate = plus(plus(shortest, name->first, -1), sum_of(name->second));
      if (candidate.words.size() < shortest.words.size()) shortest = std::move(candidate);
    }
    return shortest;
  }

  // The number that is congruent to a sum modulo 2^width, between these `wanted` bounds, of which there are 2^width.
  // It is known to be in `within`.
  IntegerSum normal(const IntegerSum& any, unsigned width, IntegerBounds wanted, IntegerBounds within) {
    const Integer size = size_of(width);
    const IntegerSum sum = abbreviated(any);
    const auto [low, high] = bounds(sum);
    const Integer first = floor_div(low - wanted.low, size), last = floor_div(high - wanted.low, size);
    if (first == last) {
      const IntegerSum moved = plus(sum, constant(-first * size));
      const auto [least, most] = bounds_of_words(moved);
      if (least >= wanted.low && most <= wanted.high) return moved;
      return named(moved, {low - first * size, high - first * size});
    }
    const IntegerSum result = fresh(intersected(wanted, within));
    require_zero(plus(plus(sum, result, -1), fresh({first, last}), -size));
    return result;
  }
  IntegerSum of_word(Term term, bool is_signed) {
    auto& made = (is_signed ? signed_ : unsigned_)[term->id];
    if (!made) {
      const unsigned width = term.width();
      made = normal(any(term), width, is_signed ? signed_range(width) : unsigned_range(width), known(term, is_signed));
    }
    return *made;
  }
  IntegerSum as_signed(Term term) { return of_word(term, true); }
  IntegerSum as_unsigned(Term term) { return of_word(term, false); }
  // Congruent to the term.
  IntegerSum any(Term term) {
    if (term.width() > 1) return words_.at(term->id);
    if (term.is_constant()) return constant(term->value);
    auto [found, is_new] = words_.try_emplace(term->id);
    if (is_new) {
      found->second = fresh(unsigned_range(1));
      require(formula({Formula::Kind::Same, {positive(found->second), truths_.at(term->id)}}));
    }
    return found->second;
  }
  // The same, in a small range.
  IntegerSum tight(Term term) {
    const IntegerSum sum = any(term);
    const auto [low, high] = bounds(sum);
    const Integer size = size_of(term.width());
    return -size <= low && high <= size ? sum : as_signed(term);
  }

  // The quotient of a sum by a positive number, rounded down.
  IntegerSum quotient(const IntegerSum& sum, Integer divisor) {
    if (divisor == 1) return sum;
    const auto [low, high] = bounds(sum);
    const IntegerSum result = fresh({floor_div(low, divisor), floor_div(high, divisor)});
    require_zero(plus(plus(sum, result, -divisor), fresh({0, divisor - 1}), -1));
    if (!result.words.empty()) quotients_.try_emplace(result.words.front().first, sum, divisor);
    return result;
  }
  // The lowest bits of a sum.
  IntegerSum low_bits(const IntegerSum& sum, unsigned bits) {
    return normal(sum, bits, unsigned_range(bits), unsigned_range(bits));
  }

  // --- Words.
  IntegerSum word(Term term) {
    if (is_leaf(term)) return leaf(term);
    if (is_opaque(term)) return fresh(known(term));
    const IntegerSum sum = computed(term);
    if (bits_of(sum) > kMostBits) return fresh(known(term));
    if (sum.words.size() <= kMaxWords) return sum;
    return named(sum, bounds(sum));
  }
  IntegerSum leaf(Term term) {
    const Number number = variable(term.width() == 1 ? known(term, false) : known(term));
    problem_.leaves.push_back({number, term});
    return sum_of(number);
  }

  IntegerSum computed(Term term) {
    const unsigned width = term.width();
    const auto child = [&](unsigned i) { return any(term->child[i]); };
    switch (term.kind()) {
      case Kind::Constant: return constant(term::as_signed(term->value, width));
      case Kind::Not: return plus(constant(-1), child(0), -1);
      case Kind::Add: return plus(child(0), child(1));
      case Kind::Sub: return plus(child(0), child(1), -1);
      case Kind::Mul: return product(term);
      case Kind::Shl: return shifted_up(term);
      case Kind::Lshr: return shifted_down(term, as_unsigned(term->child[0]));
      case Kind::Ashr: return shifted_down(term, as_signed(term->child[0]));
      case Kind::And:
      case Kind::Or:
      case Kind::Xor: return bitwise(term);
      case Kind::Udiv:
      case Kind::Urem: {
        const Integer divisor{term->child[1]->value};
        const IntegerSum dividend = as_unsigned(term->child[0]), ratio = quotient(dividend, divisor);
        return term.is(Kind::Udiv) ? ratio : plus(dividend, ratio, -divisor);
      }
      case Kind::Sdiv:
      case Kind::Srem: return signed_division(term);
      case Kind::Ite: return choice(term);
      case Kind::Extract: return quotient(child(0), size_of(term->low));
      case Kind::Concat: {
        const auto upper = raised(term->child[0], term->child[1].width());
        return upper ? plus(as_unsigned(term->child[1]), *upper) : fresh(known(term));
      }
      case Kind::ZeroExtend: return as_unsigned(term->child[0]);
      case Kind::SignExtend: return as_signed(term->child[0]);
      case Kind::Variable:
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt: break;
    }
    return fresh(known(term));
  }

  IntegerSum product(Term term) {
    const IntegerSum a = tight(term->child[0]), b = tight(term->child[1]);
    if (bits_of(a) + bits_of(b) > kMostBits) return fresh(known(term));
    if (b.words.empty()) return scaled(a, b.constant);
    if (a.words.empty()) return scaled(b, a.constant);
    const auto [a_low, a_high] = bounds(a);
    const auto [b_low, b_high] = bounds(b);
    const auto [low, high] = std::minmax({a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high});
    const IntegerSum result = fresh({low, high});
    const auto corner = [&](Integer x, Integer y) {  // (a - x) (b - y) as a sum
      return plus(plus(plus(result, a, -y), b, -x), constant(x * y));
    };
    require(not_negative(corner(a_low, b_low)));
    require(not_negative(corner(a_high, b_high)));
    require(not_negative(scaled(corner(a_low, b_high), -1)));
    require(not_negative(scaled(corner(a_high, b_low), -1)));
    if (a_low < 0 && a_high > 0 && b_low < 0 && b_high > 0) require_signs(a, b, result);
    return result;
  }
  void require_signs(const IntegerSum& a, const IntegerSum& b, const IntegerSum& result) {
    const Number is_up = not_negative(result), is_down = not_negative(scaled(result, -1));
    for (const int sign_a : {1, -1}) {
      for (const int sign_b : {1, -1}) {
        const Number both =
            formula({Formula::Kind::And, {not_negative(scaled(a, sign_a)), not_negative(scaled(b, sign_b))}});
        require(implied(both, sign_a == sign_b ? is_up : is_down));
      }
    }
  }

  // The word times 2^bits; nothing if that becomes too large.
  std::optional<IntegerSum> raised(Term word, unsigned bits) {
    const auto sum = times(any(word), size_of(bits));
    return sum ? sum : times(as_signed(word), size_of(bits));
  }
  IntegerSum shifted_up(Term term) {
    const std::uint64_t by = term->child[1]->value;
    if (by >= term.width()) return {};
    const auto sum = raised(term->child[0], static_cast<unsigned>(by));
    return sum ? *sum : fresh(known(term));
  }
  IntegerSum shifted_down(Term term, const IntegerSum& sum) {
    const std::uint64_t by = std::min<std::uint64_t>(term->child[1]->value, term.width());
    return quotient(sum, size_of(static_cast<unsigned>(by)));
  }

  IntegerSum bitwise(Term term) {
    if (disjoint(term)) return plus(any(term->child[0]), any(term->child[1]));
    if (!term->child[0].is_constant() && !term->child[1].is_constant()) return signed_bits(term);
    const unsigned fixed = term->child[1].is_constant() ? 1 : 0;
    const Term other = term->child[1 - fixed];
    const std::uint64_t mask = term->child[fixed]->value;
    const auto both = masked(other, mask);
    if (!both) return fresh(known(term));
    if (term.is(Kind::And)) return *both;
    const IntegerSum sum = plus(any(other), constant(term::as_signed(mask, term.width())));
    return plus(sum, *both, term.is(Kind::Or) ? -1 : -2);
  }
  // Of two words: only the sign.
  IntegerSum signed_bits(Term term) {
    const IntegerSum result = fresh(known(term, true));
    const Number a = not_negative(as_signed(term->child[0])), b = not_negative(as_signed(term->child[1]));
    const bool is_or = term.is(Kind::Or);  // negative if either is, so not negative if both are not
    const Number both = term.is(Kind::Xor) ? formula({Formula::Kind::Same, {a, b}})
                                           : formula({is_or ? Formula::Kind::And : Formula::Kind::Or, {a, b}});
    require(formula({Formula::Kind::Same, {not_negative(result), both}}));
    return result;
  }
  // `term` & `mask`, if the mask has few runs of ones.
  std::optional<IntegerSum> masked(Term term, std::uint64_t mask) {
    constexpr unsigned kMostRuns = 2;
    IntegerSum all;
    unsigned runs = 0;
    for (unsigned at = 0; at < term.width();) {
      if (!(mask >> at & 1)) {
        ++at;
        continue;
      }
      unsigned end = at;
      while (end < term.width() && mask >> end & 1) ++end;
      if (++runs > kMostRuns) return std::nullopt;
      const IntegerSum down = quotient(any(term), size_of(at));
      const IntegerSum part = end == term.width() ? down : low_bits(down, end - at);
      all = plus(all, part, size_of(at));
      at = end;
    }
    return all;
  }

  // Rounded towards 0; the remainder has the sign of the dividend.
  IntegerSum signed_division(Term term) {
    const Integer divisor = term::as_signed(term->child[1]->value, term.width()), size = magnitude(divisor);
    const IntegerSum dividend = as_signed(term->child[0]);
    const auto [low, high] = bounds(dividend);
    const IntegerSum ratio = fresh({-(magnitude(std::min<Integer>(low, 0)) / size), std::max<Integer>(high, 0) / size});
    const IntegerSum rest = plus(dividend, ratio, -size);
    const IntegerSum bounded = fresh({low < 0 ? 1 - size : 0, high > 0 ? size - 1 : 0});
    require_zero(plus(rest, bounded, -1));
    if (low < 0 && high > 0) {
      const Number is_up = not_negative(dividend), is_down = not_negative(scaled(dividend, -1));
      require(implied(is_up, not_negative(bounded)));
      require(implied(is_down, not_negative(scaled(bounded, -1))));
    }
    if (term.is(Kind::Srem)) return bounded;
    return divisor < 0 ? scaled(ratio, -1) : ratio;
  }

  IntegerSum choice(Term term) {
    const IntegerSum yes = tight(term->child[1]), no = tight(term->child[2]);
    const auto [yes_low, yes_high] = bounds(yes);
    const auto [no_low, no_high] = bounds(no);
    const IntegerSum result = fresh({std::min(yes_low, no_low), std::max(yes_high, no_high)});
    const Number condition = truths_.at(term->child[0]->id);
    require(formula({Formula::Kind::Choice, {condition, zero(plus(result, yes, -1)), zero(plus(result, no, -1))}}));
    return result;
  }

  // --- Conditions.
  Number formula(Formula made) {
    problem_.formulas.push_back(std::move(made));
    return static_cast<Number>(problem_.formulas.size() - 1);
  }
  Number not_negative(IntegerSum sum) { return formula({Formula::Kind::NotNegative, {}, std::move(sum)}); }
  Number positive(const IntegerSum& sum) { return not_negative(plus(sum, constant(-1))); }
  Number zero(IntegerSum sum) { return formula({Formula::Kind::Zero, {}, std::move(sum)}); }
  Number negated(Number number) { return formula({Formula::Kind::Not, {number}}); }
  Number implied(Number if_this, Number then) { return formula({Formula::Kind::Or, {negated(if_this), then}}); }
  void require(Number number) { problem_.required.push_back(number); }
  void require_zero(IntegerSum sum) { require(zero(std::move(sum))); }

  Number truth(Term term) {
    const auto child = [&](unsigned i) { return truths_.at(term->child[i]->id); };
    switch (term.kind()) {
      case Kind::Constant: {
        const Number always = formula({Formula::Kind::Always});
        return term->value ? always : negated(always);
      }
      case Kind::Not: return negated(child(0));
      case Kind::And: return formula({Formula::Kind::And, {child(0), child(1)}});
      case Kind::Or: return formula({Formula::Kind::Or, {child(0), child(1)}});
      case Kind::Xor: return negated(formula({Formula::Kind::Same, {child(0), child(1)}}));
      case Kind::Ite: return formula({Formula::Kind::Choice, {child(0), child(1), child(2)}});
      case Kind::Eq: return equal(term->child[0], term->child[1]);
      case Kind::Ult: return less(as_unsigned(term->child[0]), as_unsigned(term->child[1]));
      case Kind::Slt: return less(as_signed(term->child[0]), as_signed(term->child[1]));
      case Kind::Extract: return bit(term->child[0], term->low);
      case Kind::Variable: return positive(leaf(term));
      case Kind::Add:
      case Kind::Sub:
      case Kind::Mul:
      case Kind::Udiv:
      case Kind::Urem:
      case Kind::Sdiv:
      case Kind::Srem:
      case Kind::Shl:
      case Kind::Lshr:
      case Kind::Ashr:
      case Kind::Concat:
      case Kind::ZeroExtend:
      case Kind::SignExtend: break;  // of one bit, which no firmware has
    }
    return positive(fresh(unsigned_range(1)));
  }
  Number less(const IntegerSum& a, const IntegerSum& b) { return positive(plus(b, a, -1)); }
  Number equal(Term a, Term b) {
    if (a.width() == 1) return formula({Formula::Kind::Same, {truths_.at(a->id), truths_.at(b->id)}});
    const IntegerBounds range = signed_range(a.width());
    return zero(normal(plus(any(a), any(b), -1), a.width(), range, range));
  }
  Number bit(Term word, unsigned at) {
    if (at + 1 == word.width()) return negated(not_negative(as_signed(word)));
    return positive(low_bits(quotient(any(word), size_of(at)), 1));
  }

  const ValueFacts& facts_;
  std::vector<Term> order_;
  std::vector<std::uint32_t> children_;                  // ids, once for each reader
  std::unordered_set<std::uint32_t> absorbed_;           // ids of parts of leaves
  std::unordered_map<std::uint32_t, unsigned> readers_;  // by id, of terms that are translated
  std::unordered_map<std::uint32_t, IntegerSum> words_;  // by id; each congruent to the term
  std::unordered_map<std::uint32_t, std::optional<IntegerSum>> signed_, unsigned_;
  std::unordered_map<std::uint32_t, Number> truths_;
  std::vector<std::pair<IntegerSum, Number>> names_;  // variables for sums, each with what it is equal to
  std::unordered_map<Number, std::pair<IntegerSum, Integer>> quotients_;  // variables, as what by what
  IntegerProblem problem_;
};

}  // namespace

bool calculates(Term term) {
  switch (term.kind()) {
    case Kind::Add:
    case Kind::Sub: return !term->child[0].is_constant() && !term->child[1].is_constant();
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem:
    case Kind::Ashr:
    case Kind::Lshr: return true;
    case Kind::Constant:
    case Kind::Variable:
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Shl:
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::Ite:
    case Kind::Extract:
    case Kind::Concat:
    case Kind::ZeroExtend:
    case Kind::SignExtend: break;
  }
  return false;
}

std::optional<IntegerProblem> integer_problem(const std::vector<Term>& conditions, const ValueFacts& facts) {
  return Translation(facts)(conditions);
}

}  // namespace janus::solver
