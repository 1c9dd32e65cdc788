#include "engine/explore/path_dependence.h"

#include <algorithm>
#include <unordered_set>

namespace janus::engine {

using term::Kind;
using term::Term;

void PathDependence::assume(const solver::PathCondition& path) {
  const std::uint32_t all = path.depth();
  for (const solver::Conjunct* each = path.last(); each && each->depth > assumed_; each = each->parent)
    note(each->term, {1, 1}, 0);
  assumed_ = all;
}

// What follows for the parts of a term that has these bits.
void PathDependence::note(Term term, Bits bits, unsigned depth) {
  if (term.is_constant() || bits.mask == 0 || depth > kDeepest) return;
  Bits& known = known_[term->id];
  known.mask |= bits.mask;
  known.value |= bits.value & bits.mask;
  const std::uint64_t mask = term::mask(term.width());
  const auto part = [&](unsigned child, std::uint64_t of, std::uint64_t value) {
    const Term each = term->child[child];
    note(each, {of & term::mask(each.width()), value & of & term::mask(each.width())}, depth + 1);
  };
  const auto constant = [&](unsigned child) -> std::optional<std::uint64_t> {
    return term->child[child].is_constant() ? std::optional(term->child[child]->value) : std::nullopt;
  };
  const bool is_whole = bits.mask == mask;
  switch (term.kind()) {
    case Kind::Not: part(0, bits.mask, ~bits.value); break;
    case Kind::And:
      for (const unsigned child : {0U, 1U}) part(child, bits.mask & bits.value, mask);
      break;
    case Kind::Or:
      for (const unsigned child : {0U, 1U}) part(child, bits.mask & ~bits.value, 0);
      break;
    case Kind::Eq:
      for (const unsigned child : {0U, 1U}) {
        if (const auto number = constant(1 - child); bits.value == 1 && number) part(child, ~std::uint64_t{0}, *number);
      }
      break;
    case Kind::Add:
    case Kind::Xor:
      for (const unsigned child : {0U, 1U}) {
        const auto number = is_whole ? constant(1 - child) : std::nullopt;
        if (number) part(child, mask, term.is(Kind::Add) ? bits.value - *number : bits.value ^ *number);
      }
      break;
    case Kind::Sub:
      if (const auto number = is_whole ? constant(1) : std::nullopt) part(0, mask, bits.value + *number);
      break;
    case Kind::ZeroExtend:
    case Kind::SignExtend: part(0, bits.mask, bits.value); break;
    case Kind::Concat:
      part(0, bits.mask >> term->child[1].width(), bits.value >> term->child[1].width());
      part(1, bits.mask, bits.value);
      break;
    case Kind::Extract: part(0, bits.mask << term->low, bits.value << term->low); break;
    case Kind::Constant:
    case Kind::Variable:
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem:
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr:
    case Kind::Ult:
    case Kind::Slt:
    case Kind::Ite: break;
  }
}

// The value of a term that was decided, or is made of such terms alone.
std::optional<std::uint64_t> PathDependence::decided(Term term, unsigned depth) const {
  if (term.is_constant()) return term->value;
  const auto known = known_.find(term->id);
  if (known != known_.end() && known->second.mask == term::mask(term.width())) return known->second.value;
  const unsigned arity = term::row(term.kind()).arity;
  if (arity == 0 || depth > kDeepestDecided) return std::nullopt;
  if (term.is(Kind::Extract)) {
    const auto whole = known_.find(term->child[0]->id);
    const std::uint64_t bits = term::mask(term.width()) << term->low;
    if (whole != known_.end() && (whole->second.mask & bits) == bits) return (whole->second.value & bits) >> term->low;
  }
  std::uint64_t values[3] = {};
  for (unsigned i = 0; i < arity; ++i) {
    const auto value = decided(term->child[i], depth + 1);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return term::apply(term.kind(), term.width(), term->child[arity - 1].width(), term->low, values[0], values[1],
                     values[2]);
}

std::vector<std::uint32_t> PathDependence::variables(Term condition, const Model& model) {
  const std::vector<std::uint32_t>& all = support_.variables(support_.of(condition));
  if (all.size() == 1 || nodes_ >= kMostNodes) return all;
  if (model != model_) {
    evaluator_.assign(*model);
    model_ = model;
  }
  std::vector<std::uint32_t> found;
  std::unordered_set<const term::Node*> seen;
  std::vector<Term> open{condition};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!seen.insert(term.node()).second) continue;
    if (++nodes_ >= kMostNodes) return all;
    const bool is_known_truth = term.width() == 1 && term != condition && decided(term, 0);
    if (is_known_truth) continue;
    if (term.is(Kind::Variable)) found.push_back(static_cast<std::uint32_t>(term->value));
    if (term.is(Kind::Ite)) {
      open.push_back(term->child[0]);
      open.push_back(term->child[evaluator_(term->child[0]) != 0 ? 1 : 2]);
      continue;
    }
    for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) open.push_back(term->child[i]);
  }
  if (found.empty()) return all;
  std::ranges::sort(found);
  return found;
}

}  // namespace janus::engine
