#include "rule_examples.h"

namespace janus::term {
namespace {

using G = const Ingredients&;
using Pairs = std::vector<Pair>;

Pairs equalities(G g, Pair a) { return {eq(a, g.any()), eq(a, g.any()), eq(a, g.k(0)), eq(a, g.k(~0ULL))}; }

Pairs less_both_ways(Pair a, Pair b) { return {ult(a, b), ult(b, a)}; }
Pairs signed_both_ways(Pair a, Pair b) { return {slt(a, b), slt(b, a)}; }

// A sum and a product that do not wrap, if there is room.
Pair small(G g) { return zext(g.variable("small", std::max(1U, g.w / 4)), g.w); }
Pair rest(G g) { return urem(g.x, g.k(10)); }

}  // namespace

std::vector<RuleExample> equality_examples() {
  return {
      {Kind::Eq, "x = x -> true",
       [](G g) -> Pairs {
         return {eq(g.x, g.x), eq(g.x + g.y, g.y + g.x)};
       }},
      {Kind::Eq, "c = true -> c; c = false -> not c",
       [](G g) -> Pairs {
         const Pair c = ult(g.x, g.y);
         return {eq(c, g.constant(1, 1)), eq(c, g.constant(1, 0))};
       }},
      {Kind::Eq, "x[w-1] = 1 -> x <s 0; x[w-1] = 0 -> not x <s 0",
       [](G g) -> Pairs {
         const Pair sign = extract(g.x, g.w - 1, g.w - 1);
         return {eq(sign, g.constant(1, 1)), eq(sign, g.constant(1, 0)), eq(lshr(g.x, g.k(g.w - 1)), g.k(1)),
                 eq(g.x & g.k(g.sign()), g.k(0))};
       }},
      {Kind::Eq, "x[w-1..n] = 0 -> x < 2^n; x[w-1..n] = -1 -> not x < 2^w - 2^n",
       [](G g) -> Pairs {
         const unsigned n = g.below(g.w);
         const Pair upper = extract(g.x, g.w - 1, n);
         return {eq(upper, g.constant(g.w - n, 0)), eq(upper, g.constant(g.w - n, ~0ULL)),
                 eq(extract(g.x, g.w - 1, g.w / 2), g.constant(g.w - g.w / 2, 0))};
       }},
      {Kind::Eq, "not x = k -> x = not k", [](G g) -> Pairs { return equalities(g, ~g.x); }},
      {Kind::Eq, "x + j = k -> x = k - j", [](G g) -> Pairs { return equalities(g, g.x + g.any()); }},
      {Kind::Eq, "x - y = 0 -> x = y; j - y = k -> y = j - k",
       [](G g) -> Pairs {
         return {eq(g.x - g.y, g.k(0)), eq(g.any() - g.y, g.any()), eq(g.x - g.y, g.any())};
       }},
      {Kind::Eq, "x * j = k -> x = k / j, if j is odd", [](G g) -> Pairs { return {eq(g.x * g.k(7), g.any())}; }, 16},
      {Kind::Eq, "x * (j * 2^n) = k * 2^n -> x[w-n-1..0] * j = k",
       [](G g) -> Pairs {
         return {eq(g.x * g.k(12), g.any()), eq(g.x * g.k(2), g.k(6)), eq(g.x * g.k(g.sign()), g.k(g.sign())),
                 eq(g.x * g.any(), g.any())};
       },
       16},
      {Kind::Eq, "x ^ j = k -> x = k ^ j; x ^ y = 0 -> x = y",
       [](G g) -> Pairs {
         return {eq(g.x ^ g.any(), g.any()), eq(g.x ^ g.y, g.k(0)), eq(g.x ^ g.y, g.any())};
       }},
      {Kind::Eq, "x | j = k -> x & not j = k & not j, if k has the bits of j",
       [](G g) -> Pairs {
         const Pair j = g.any();
         return {eq(g.x | j, j), eq(g.x | j, j | g.any()), eq(g.x | j, g.any())};
       }},
      {Kind::Eq, "zext(x) = k -> x = k, or false if k does not fit",
       [](G g) -> Pairs { return equalities(g, zext(g.low, g.w)); }},
      {Kind::Eq, "sext(x) = k -> x = k, or false if k does not fit",
       [](G g) -> Pairs { return equalities(g, sext(g.low, g.w)); }},
      {Kind::Eq, "(x.y) = k -> x = k1 & y = k0",
       [](G g) -> Pairs { return g.w < 2 ? Pairs{} : equalities(g, concat(g.high(), g.low)); }},
      {Kind::Eq, "(x.y) = (z.u) -> x = z & y = u, if split at the same bit",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {eq(a, concat(g.high2(), g.low2)), eq(a, concat(g.high2(), g.low))};
       }},
      {Kind::Eq, "ite(c, k, x) = j -> ite(c, k = j, x = j)",
       [](G g) -> Pairs {
         const Pair k = g.any();
         return {eq(ite(g.c, k, g.x), k), eq(ite(g.c, k, g.x), g.any()), eq(ite(g.c, g.x, k), g.any())};
       }},
      {Kind::Eq, "ite(c, x, y) = x -> c | y = x; ite(c, x, y) = y -> not c | x = y",
       [](G g) -> Pairs {
         return {eq(ite(g.c, g.x, g.y), g.x), eq(g.y, ite(g.c, g.x, g.y))};
       }},
      {Kind::Eq, "zext(x) = zext(y), sext(x) = sext(y) -> x = y, from the same width",
       [](G g) -> Pairs {
         return {eq(zext(g.low, g.w), zext(g.low2, g.w)), eq(sext(g.low, g.w), sext(g.low2, g.w))};
       }},
      {Kind::Eq, "zext(x) = zext(y) -> zext(x) = y, at the width of the wider",
       [](G g) -> Pairs { return {eq(zext(g.low, g.w), zext(g.c, g.w))}; }},
      {Kind::Eq, "not x = not y -> x = y", [](G g) -> Pairs { return {eq(~g.x, ~g.y)}; }},
      {Kind::Eq, "not x = x -> false",
       [](G g) -> Pairs {
         return {eq(~g.x, g.x), eq(g.x * g.y, ~(g.x * g.y))};
       }},
      {Kind::Eq, "not c = d -> not (c = d), of truth values",
       [](G g) -> Pairs {
         return {eq(~ult(g.x, g.y), g.d), eq(g.c, ~ult(g.x, g.y))};
       }},
      {Kind::Eq, "x ^ y = x -> y = 0",
       [](G g) -> Pairs {
         return {eq(g.x ^ g.y, g.x), eq(g.x, g.y ^ g.x)};
       }},
      {Kind::Eq, "x + z = y + z -> x = y, whatever the sums have in common",
       [](G g) -> Pairs {
         return {eq(g.x + g.z, g.y + g.z), eq(g.x + g.any(), g.x + g.any()), eq(g.x * g.k(3), g.x),
                 eq(g.x - g.y, g.z - g.y)};
       },
       16},
      {Kind::Eq, "x = y -> false, if their ranges are apart",
       [](G g) -> Pairs {
         return {eq(rest(g), g.k(12)), eq(rest(g), g.k(9)), eq(rest(g), g.k(14) | (g.y & g.k(1)))};
       },
       16},
  };
}

std::vector<RuleExample> unsigned_examples() {
  return {
      {Kind::Ult, "x < x -> false", [](G g) -> Pairs { return {ult(g.x, g.x)}; }},
      {Kind::Ult, "c < d -> not c & d, of truth values",
       [](G g) -> Pairs {
         return {ult(ult(g.x, g.y), g.c), ult(g.c, eq(g.x, g.y))};
       }},
      {Kind::Ult, "x < 0, -1 < x -> false",
       [](G g) -> Pairs {
         return {ult(g.x, g.k(0)), ult(g.k(~0ULL), g.x)};
       }},
      {Kind::Ult, "x < 1 -> x = 0", [](G g) -> Pairs { return {ult(g.x, g.k(1))}; }},
      {Kind::Ult, "0 < x -> not x = 0",
       [](G g) -> Pairs {
         return {ult(g.k(0), g.x), ult(g.k(0), g.x - g.y)};
       }},
      {Kind::Ult, "x < -1 -> not x = -1", [](G g) -> Pairs { return {ult(g.x, g.k(~0ULL))}; }},
      {Kind::Ult, "-2 < x -> x = -1", [](G g) -> Pairs { return {ult(g.k(~1ULL), g.x)}; }},
      {Kind::Ult, "zext(x) < zext(y) -> x < y, at the width of the wider",
       [](G g) -> Pairs {
         return {ult(zext(g.low, g.w), zext(g.low2, g.w)), ult(zext(g.c, g.w), zext(g.low, g.w)),
                 ult(zext(g.low, g.w), zext(g.c, g.w))};
       }},
      {Kind::Ult, "zext(x) < k -> x < k, or true if k is beyond x",
       [](G g) -> Pairs {
         return {ult(zext(g.low, g.w), g.any()), ult(zext(g.low, g.w), g.k(mask(g.low_width) + 1)),
                 ult(zext(g.low, g.w), g.k(2))};
       }},
      {Kind::Ult, "k < zext(x) -> k < x, or false if k is beyond x",
       [](G g) -> Pairs {
         return {ult(g.any(), zext(g.low, g.w)), ult(g.k(mask(g.low_width)), zext(g.low, g.w)),
                 ult(g.k(1), zext(g.low, g.w))};
       }},
      {Kind::Ult, "not x < not y -> y < x; not x < k -> not k < x; k < not x -> x < not k",
       [](G g) -> Pairs {
         return {ult(~g.x, ~g.y), ult(~g.x, g.any()), ult(g.any(), ~g.x)};
       }},
      {Kind::Ult, "x + j < x + k -> x + j < j - k; x < x + 1 -> not x = -1",
       [](G g) -> Pairs {
         return {ult(g.x, g.x + g.k(1)), ult(g.x + g.any(), g.x), ult(g.x + g.any(), g.x + g.any())};
       }},
      {Kind::Ult, "(x.y) < (k.0) -> x < k",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {ult(a, concat(g.any(g.high_width), g.constant(g.low_width, 0))), ult(a, g.any())};
       }},
      {Kind::Ult, "(k.-1) < (x.y) -> k < x",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {ult(concat(g.any(g.high_width), g.constant(g.low_width, ~0ULL)), a), ult(g.any(), a)};
       }},
      {Kind::Ult, "(x.y) < (x.z) -> y < z; (x.z) < (y.z) -> x < y",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {ult(a, concat(g.high(), g.low2)), ult(a, concat(g.high2(), g.low))};
       }},
      {Kind::Ult, "ite(c, k, x) < j -> ite(c, k < j, x < j); j < ite(c, k, x) -> ite(c, j < k, j < x)",
       [](G g) -> Pairs {
         const Pair a = ite(g.c, g.any(), g.x);
         return {ult(a, g.any()), ult(g.any(), a), ult(ite(g.c, g.x, g.any()), g.any())};
       }},
      {Kind::Ult, "x < x & y, x < x % y, x | y < x -> false",
       [](G g) -> Pairs {
         return {ult(g.x, g.x & g.y), ult(g.x, urem(g.x, g.y)), ult(g.y | g.x, g.x)};
       },
       8},
      {Kind::Ult, "x < y -> true or false, if their ranges tell",
       [](G g) -> Pairs {
         return {ult(rest(g), g.k(10)), ult(g.k(9), rest(g)), ult(rest(g), g.k(9))};
       },
       16},
      {Kind::Ult, "x + j < k -> x < k - j; k < x + j -> k - j < x; if x + j cannot wrap",
       [](G g) -> Pairs {
         const Pair sum = small(g) + g.any(std::max(1U, g.w)), near = small(g) + g.k(3);
         Pairs pairs = less_both_ways(sum, g.any());
         for (const Pair& pair : less_both_ways(near, g.k(4 + g.below(3)))) pairs.push_back(pair);
         for (const Pair& pair : less_both_ways(near, g.k(2))) pairs.push_back(pair);
         return pairs;
       }},
      {Kind::Ult, "x * j < k -> x < k / j; k < x * j -> k / j < x; rounded as it must, if x * j cannot wrap",
       [](G g) -> Pairs {
         Pairs pairs = less_both_ways(small(g) * g.k(3), g.k(g.below(12)));
         for (const Pair& pair : less_both_ways(small(g) * g.any(), g.any())) pairs.push_back(pair);
         return pairs;
       },
       32},
      {Kind::Ult, "x / j < k -> x < k * j, or true if that is too large",
       [](G g) -> Pairs {
         return {ult(udiv(g.x, g.k(3)), g.any()), ult(udiv(g.x, g.k(5)), g.k(2))};
       },
       8},
  };
}

std::vector<RuleExample> signed_examples() {
  return {
      {Kind::Slt, "x <s x -> false", [](G g) -> Pairs { return {slt(g.x, g.x)}; }},
      {Kind::Slt, "c <s d -> c & not d, of one bit",
       [](G g) -> Pairs {
         return {slt(ult(g.x, g.y), g.c), slt(g.c, eq(g.x, g.y))};
       }},
      {Kind::Slt, "x <s 10..0, 01..1 <s x -> false",
       [](G g) -> Pairs {
         return {slt(g.x, g.k(g.sign())), slt(g.k(g.sign() - 1), g.x)};
       }},
      {Kind::Slt, "x <s y -> x < y, if their signs are known and equal",
       [](G g) -> Pairs {
         const Pair negative = g.k(g.sign());
         return {slt(zext(g.low, g.w), zext(g.low2, g.w)), slt(g.x | negative, g.y | negative),
                 slt(zext(g.low, g.w), g.any()), slt(zext(g.low, g.w), g.x | negative)};
       }},
      {Kind::Slt, "sext(x) <s sext(y) -> x <s y, at the width of the wider",
       [](G g) -> Pairs {
         return {slt(sext(g.low, g.w), sext(g.low2, g.w)), slt(sext(g.c, g.w), sext(g.low, g.w))};
       }},
      {Kind::Slt, "sext(x) <s k -> x <s k; k <s sext(x) -> k <s x; or true or false if k is beyond x",
       [](G g) -> Pairs {
         Pairs pairs = signed_both_ways(sext(g.low, g.w), g.any());
         for (const Pair& pair : signed_both_ways(sext(g.low, g.w), sext(g.any(g.low_width), g.w))) {
           pairs.push_back(pair);
         }
         return pairs;
       }},
      {Kind::Slt, "not x <s not y -> y <s x; not x <s k -> not k <s x; k <s not x -> x <s not k",
       [](G g) -> Pairs {
         return {slt(~g.x, ~g.y), slt(~g.x, g.any()), slt(g.any(), ~g.x)};
       }},
      {Kind::Slt, "x + j <s x + k -> x + j <s (j - k) ^ 10..0; x <s x + 1 -> not x = 01..1",
       [](G g) -> Pairs {
         return {slt(g.x, g.x + g.k(1)), slt(g.x + g.any(), g.x), slt(g.x + g.any(), g.x + g.any())};
       }},
      {Kind::Slt, "(x.y) <s (k.0) -> x <s k",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {slt(a, concat(g.any(g.high_width), g.constant(g.low_width, 0))), slt(a, g.k(0))};
       }},
      {Kind::Slt, "ite(c, k, x) <s j -> ite(c, k <s j, x <s j); j <s ite(c, k, x) -> ite(c, j <s k, j <s x)",
       [](G g) -> Pairs {
         const Pair a = ite(g.c, g.any(), g.x);
         return {slt(a, g.any()), slt(g.any(), a), slt(ite(g.c, g.x, g.any()), g.any())};
       }},
  };
}

std::vector<RuleExample> comparison_rule_examples() {
  std::vector<RuleExample> all = equality_examples();
  for (const auto family : {unsigned_examples, signed_examples}) {
    for (RuleExample& example : family()) all.push_back(std::move(example));
  }
  return all;
}

}  // namespace janus::term
