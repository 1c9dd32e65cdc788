// The rules that every operation obeys; rules.h says how rules are written. The other families have a file each:
// simplify_bitwise, simplify_arithmetic (with the linear normal form, linear.cpp), simplify_placement (shifts,
// extraction, concatenation, extension), simplify_comparison, simplify_choice.
//
// All rules keep these conventions, and the solver layers rely on them:
// - in a commutative operation a constant stands on the right, otherwise the older node on the left;
// - comparisons are Eq, Ult, Slt and Not of these; a truth value as a word is a ZeroExtend (0 or 1) or a SignExtend;
// - sums associate to the left: Add and Sub of words or words times constants (Mul), the constant last;
// - an operation that only moves bits is Extract, Concat or an extension, also if it was written as a shift or a mask.
#include "term/evaluate.h"
#include "term/patterns.h"
#include "term/rules.h"

namespace janus::term {
namespace {

// Whether constant choices are lifted out of operations of this kind. Sums stay sums, since otherwise equal sums could
// be different terms. Operations that place bits have rules of their own.
bool lifts_choices(Kind kind) {
  switch (kind) {
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul:
    case Kind::Concat:
    case Kind::ZeroExtend:
    case Kind::SignExtend:
    case Kind::Ite: return false;
    default: return true;
  }
}

Term value_of(const Redex& r, std::uint64_t a, std::uint64_t b) {
  const unsigned operand_width = (r.b ? r.b : r.a).width();
  return r.constant(apply(r.kind, r.width, operand_width, r.low, a, b, 0));
}

constexpr RuleSet kConstantRules{
    Rule{"an operation on constants -> its value",
         [](const Redex& r) -> Term {
           if (!r.a.is_constant() || (r.b && !r.b.is_constant()) || r.c) return none;
           return value_of(r, r.a->value, r.b ? r.b->value : 0);
         }},
};

constexpr RuleSet kLiftingRules{
    Rule{"ite(c, k, j) op l -> ite(c, k op l, j op l)",
         [](const Redex& r) -> Term {
           if (r.b && !r.b.is_constant()) return none;
           const auto [c, then, otherwise] = constant_choice(r.a);
           const std::uint64_t l = r.b ? r.b->value : 0;
           return c ? r.pool.ite(c, value_of(r, then, l), value_of(r, otherwise, l)) : none;
         }},
    Rule{"l op ite(c, k, j) -> ite(c, l op k, l op j)",
         [](const Redex& r) -> Term {
           if (!r.b || !r.a.is_constant()) return none;
           const auto [c, then, otherwise] = constant_choice(r.b);
           return c ? r.pool.ite(c, value_of(r, r.a->value, then), value_of(r, r.a->value, otherwise)) : none;
         }},
    Rule{"ite(c, k, j) op ite(c, l, m) -> ite(c, k op l, j op m)",
         [](const Redex& r) -> Term {
           if (!r.b) return none;
           const ConstantChoice a = constant_choice(r.a);
           if (!a.condition) return none;
           const ConstantChoice b = constant_choice(r.b);
           if (b.condition != a.condition) return none;
           return r.pool.ite(a.condition, value_of(r, a.then, b.then), value_of(r, a.otherwise, b.otherwise));
         }},
};

// The rules for every kind of operation are counted under the kinds of leaves, which have no rules of their own.
constexpr Kind kConstants = Kind::Constant, kLifting = Kind::Variable;

// Whether `a` can be a choice between constants. Comparisons have rules of their own for extensions.
bool may_be_choice(Kind kind, Term a) {
  const bool extended = a.is(Kind::ZeroExtend) || a.is(Kind::SignExtend);
  return a.is(Kind::Ite) || (extended && kind != Kind::Eq && kind != Kind::Ult && kind != Kind::Slt);
}

}  // namespace

Term apply_common_rules(const Redex& redex) {
  if (const Term value = kConstantRules.apply(kConstants, redex)) return value;
  if (!lifts_choices(redex.kind)) return none;
  if (!may_be_choice(redex.kind, redex.a) && !(redex.b && may_be_choice(redex.kind, redex.b))) return none;
  return kLiftingRules.apply(kLifting, redex);
}

// This is not a rule with a pattern: the known bits are computed when the node is made.
Term plain_or_known(const Redex& r) {
  const Term term = r.pool.make(r.kind, r.width, r.a, r.b, r.c, r.low);
  return all_known(term) ? r.constant(term->known.ones) : term;
}

void list_common_rules(std::vector<RuleRow>& rows) {
  kConstantRules.list(kConstants, rows);
  kLiftingRules.list(kLifting, rows);
}

std::vector<RuleRow> all_rules() {
  std::vector<RuleRow> rows;
  list_common_rules(rows);
  list_bitwise_rules(rows);
  list_arithmetic_rules(rows);
  list_placement_rules(rows);
  list_comparison_rules(rows);
  list_choice_rules(rows);
  return rows;
}

}  // namespace janus::term
