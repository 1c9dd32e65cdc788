// Rules of ite.
#include "term/patterns.h"
#include "term/rules.h"

namespace janus::term {
namespace {

// Whether `c` says that x = y.
bool says_equal(Term c, Term x, Term y) {
  return c.is(Kind::Eq) && ((c->child[0] == x && c->child[1] == y) || (c->child[0] == y && c->child[1] == x));
}

// In a Redex of Ite, `a` is the condition, `b` the value where it holds, `c` the other.
constexpr RuleSet kIteRules{
    Rule{"ite(k, x, y) -> x or y",
         [](const Redex& r) -> Term { return r.a.is_constant() ? (r.a->value ? r.b : r.c) : none; }},
    Rule{"ite(c, x, x) -> x", [](const Redex& r) -> Term { return r.b == r.c ? r.b : none; }},
    Rule{"ite(not c, x, y) -> ite(c, y, x)",
         [](const Redex& r) -> Term { return r.a.is(Kind::Not) ? r.pool.ite(r.a->child[0], r.c, r.b) : none; }},
    Rule{"ite(c, ite(c, x, y), z) -> ite(c, x, z); ite(c, x, ite(c, y, z)) -> ite(c, x, z)",
         [](const Redex& r) -> Term {
           const bool then = r.b.is(Kind::Ite) && r.b->child[0] == r.a;
           const bool otherwise = r.c.is(Kind::Ite) && r.c->child[0] == r.a;
           if (!then && !otherwise) return none;
           return r.pool.ite(r.a, then ? r.b->child[1] : r.b, otherwise ? r.c->child[2] : r.c);
         }},
    Rule{"ite(c, true, d), ite(c, c, d) -> c | d",
         [](const Redex& r) -> Term {
           return r.width == 1 && (r.b.is_constant(1) || r.b == r.a) ? r.pool.bit_or(r.a, r.c) : none;
         }},
    Rule{"ite(c, false, d) -> not c & d",
         [](const Redex& r) -> Term {
           return r.width == 1 && is_zero(r.b) ? r.pool.bit_and(r.pool.bit_not(r.a), r.c) : none;
         }},
    Rule{"ite(c, d, true) -> not c | d",
         [](const Redex& r) -> Term {
           return r.width == 1 && r.c.is_constant(1) ? r.pool.bit_or(r.pool.bit_not(r.a), r.b) : none;
         }},
    Rule{"ite(c, d, false), ite(c, d, c) -> c & d",
         [](const Redex& r) -> Term {
           return r.width == 1 && (is_zero(r.c) || r.c == r.a) ? r.pool.bit_and(r.a, r.b) : none;
         }},
    Rule{"ite(c, not d, d) -> c ^ d",
         [](const Redex& r) -> Term {
           if (r.width != 1 || !complementary(r.b, r.c)) return none;
           return r.pool.bit_xor(r.a, r.c);
         }},
    Rule{"ite(c, 1, 0) -> zext(c); ite(c, 0, 1) -> zext(not c)",
         [](const Redex& r) -> Term {
           if (r.b.is_constant(1) && is_zero(r.c)) return r.pool.zero_extend(r.a, r.width);
           return is_zero(r.b) && r.c.is_constant(1) ? r.pool.zero_extend(r.pool.bit_not(r.a), r.width) : none;
         }},
    Rule{"ite(c, -1, 0) -> sext(c); ite(c, 0, -1) -> sext(not c)",
         [](const Redex& r) -> Term {
           if (is_ones(r.b) && is_zero(r.c)) return r.pool.sign_extend(r.a, r.width);
           return is_zero(r.b) && is_ones(r.c) ? r.pool.sign_extend(r.pool.bit_not(r.a), r.width) : none;
         }},
    Rule{"ite(x = y, x, y) -> y; ite(x = y, y, x) -> x",
         [](const Redex& r) -> Term { return says_equal(r.a, r.b, r.c) ? r.c : none; }},
    Rule{"ite(c, ite(d, x, y), y) -> ite(c & d, x, y)",
         [](const Redex& r) -> Term {
           if (!r.b.is(Kind::Ite) || !(r.b->child[2] == r.c)) return none;
           return r.pool.ite(r.pool.bit_and(r.a, r.b->child[0]), r.b->child[1], r.c);
         }},
    Rule{"ite(c, x, ite(d, x, y)) -> ite(c | d, x, y)",
         [](const Redex& r) -> Term {
           if (!r.c.is(Kind::Ite) || !(r.c->child[1] == r.b)) return none;
           return r.pool.ite(r.pool.bit_or(r.a, r.c->child[0]), r.b, r.c->child[2]);
         }},
    Rule{"ite(c, zext(x), zext(y)) -> zext(ite(c, x, y)); likewise sext",
         [](const Redex& r) -> Term {
           for (const Kind kind : {Kind::ZeroExtend, Kind::SignExtend}) {
             if (!extended_alike(r.b, r.c, kind)) continue;
             return r.pool.build(kind, r.width, r.pool.ite(r.a, r.b->child[0], r.c->child[0]));
           }
           return none;
         }},
};

}  // namespace

Term TermPool::ite(Term condition, Term then, Term otherwise) {
  return simplified(kIteRules, {*this, Kind::Ite, then.width(), condition, then, otherwise});
}

void list_choice_rules(std::vector<RuleRow>& rows) { kIteRules.list(Kind::Ite, rows); }

}  // namespace janus::term
