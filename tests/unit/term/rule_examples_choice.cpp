#include "rule_examples.h"

namespace janus::term {
namespace {

using G = const Ingredients&;
using Pairs = std::vector<Pair>;

// A truth value about words of the width.
Pair condition(G g) { return ult(g.x, g.y); }

}  // namespace

std::vector<RuleExample> choice_rule_examples() {
  return {
      {Kind::Ite, "ite(k, x, y) -> x or y",
       [](G g) -> Pairs {
         return {ite(g.constant(1, 1), g.x, g.y), ite(g.constant(1, 0), g.x, g.y)};
       }},
      {Kind::Ite, "ite(c, x, x) -> x", [](G g) -> Pairs { return {ite(g.c, g.x, g.x)}; }},
      {Kind::Ite, "ite(not c, x, y) -> ite(c, y, x)", [](G g) -> Pairs { return {ite(~g.c, g.x, g.y)}; }},
      {Kind::Ite, "ite(c, ite(c, x, y), z) -> ite(c, x, z); ite(c, x, ite(c, y, z)) -> ite(c, x, z)",
       [](G g) -> Pairs {
         const Pair inner = ite(g.c, g.x, g.y);
         return {ite(g.c, inner, g.z), ite(g.c, g.z, inner), ite(g.c, inner, inner ^ g.z), ite(g.c, ~inner, inner)};
       }},
      {Kind::Ite, "ite(c, true, d), ite(c, c, d) -> c | d",
       [](G g) -> Pairs {
         const Pair d = condition(g);
         return {ite(g.c, g.constant(1, 1), d), ite(d, d, g.c)};
       }},
      {Kind::Ite, "ite(c, false, d) -> not c & d",
       [](G g) -> Pairs { return {ite(condition(g), g.constant(1, 0), g.d)}; }},
      {Kind::Ite, "ite(c, d, true) -> not c | d",
       [](G g) -> Pairs { return {ite(condition(g), g.d, g.constant(1, 1))}; }},
      {Kind::Ite, "ite(c, d, false), ite(c, d, c) -> c & d",
       [](G g) -> Pairs {
         const Pair c = condition(g);
         return {ite(c, g.d, g.constant(1, 0)), ite(c, g.d, c)};
       }},
      {Kind::Ite, "ite(c, not d, d) -> c ^ d",
       [](G g) -> Pairs {
         const Pair d = condition(g);
         return {ite(g.c, ~d, d), ite(g.c, d, ~d)};
       }},
      {Kind::Ite, "ite(c, 1, 0) -> zext(c); ite(c, 0, 1) -> zext(not c)",
       [](G g) -> Pairs {
         return {ite(g.c, g.k(1), g.k(0)), ite(g.c, g.k(0), g.k(1))};
       }},
      {Kind::Ite, "ite(c, -1, 0) -> sext(c); ite(c, 0, -1) -> sext(not c)",
       [](G g) -> Pairs {
         return {ite(g.c, g.k(~0ULL), g.k(0)), ite(g.c, g.k(0), g.k(~0ULL))};
       }},
      {Kind::Ite, "ite(x = y, x, y) -> y; ite(x = y, y, x) -> x",
       [](G g) -> Pairs {
         const Pair k = g.any();
         return {ite(eq(g.x, g.y), g.x, g.y), ite(eq(g.x, g.y), g.y, g.x), ite(eq(g.x, k), k, g.x)};
       }},
      {Kind::Ite, "ite(c, ite(d, x, y), y) -> ite(c & d, x, y)",
       [](G g) -> Pairs { return {ite(g.c, ite(g.d, g.x, g.y), g.y)}; }},
      {Kind::Ite, "ite(c, x, ite(d, x, y)) -> ite(c | d, x, y)",
       [](G g) -> Pairs { return {ite(g.c, g.x, ite(g.d, g.x, g.y))}; }},
      {Kind::Ite, "ite(c, zext(x), zext(y)) -> zext(ite(c, x, y)); likewise sext",
       [](G g) -> Pairs {
         return {ite(g.c, zext(g.low, g.w), zext(g.low2, g.w)), ite(g.c, sext(g.low, g.w), sext(g.low2, g.w))};
       }},
  };
}

}  // namespace janus::term
