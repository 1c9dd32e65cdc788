#include "rule_examples.h"

namespace janus::term {
namespace {

using G = const Ingredients&;
using Pairs = std::vector<Pair>;

// A random piece of `a`.
Pair piece(G g, Pair a) {
  const unsigned low = g.below(a.width());
  return extract(a, low + g.below(a.width() - low), low);
}

// A word of which shifts are not multiplications.
Pair bits(G g) { return g.x ^ g.y; }

std::uint64_t power(G g) { return std::uint64_t{1} << g.below(g.w); }

}  // namespace

std::vector<RuleExample> placement_rule_examples() {
  return {
      {Kind::Shl, "x << 0, 0 << x -> x, 0",
       [](G g) -> Pairs {
         return {shl(g.x, g.k(0)), shl(g.k(0), g.x)};
       }},
      {Kind::Shl, "x << n -> 0, if n >= w",
       [](G g) -> Pairs {
         return {shl(g.x, g.k(g.w)), shl(g.x, g.k(~0ULL)), shl(g.x, g.y | g.k(64))};
       }},
      {Kind::Shl, "x << n -> x * 2^n, if x is a number",
       [](G g) -> Pairs {
         return {shl(g.x, g.k(g.below(g.w))), shl(g.x + g.y, g.k(g.below(g.w))), shl(g.x, g.any())};
       },
       16},
      {Kind::Shl, "x << n -> x[w-n-1..0].0, if x is put together from bits",
       [](G g) -> Pairs {
         return {shl(bits(g), g.k(g.below(g.w))), shl(zext(g.low, g.w), g.k(g.below(g.w)))};
       }},
      {Kind::Lshr, "x >> 0, 0 >> x -> x, 0",
       [](G g) -> Pairs {
         return {lshr(g.x, g.k(0)), lshr(g.k(0), g.x)};
       }},
      {Kind::Lshr, "x >> n -> 0, if n >= w",
       [](G g) -> Pairs {
         return {lshr(g.x, g.k(g.w)), lshr(g.x, g.k(~0ULL)), lshr(g.x, g.y | g.k(64))};
       }},
      {Kind::Lshr, "x >> n -> zext(x[w-1..n])",
       [](G g) -> Pairs {
         return {lshr(g.x, g.k(g.below(g.w))), lshr(shl(g.x, g.k(1)), g.k(1)), lshr(g.x, g.any())};
       }},
      {Kind::Ashr, "x >>s y -> x >> y, if x is not negative",
       [](G g) -> Pairs {
         return {ashr(zext(g.low, g.w), g.y), ashr(zext(g.low, g.w), g.any())};
       }},
      {Kind::Ashr, "x >>s 0 -> x", [](G g) -> Pairs { return {ashr(g.x, g.k(0))}; }},
      {Kind::Ashr, "x >>s n -> sext(x[w-1..n]), or of the sign if n >= w",
       [](G g) -> Pairs {
         const Pair n = g.k(g.below(g.w));
         return {ashr(g.x, n),         ashr(g.x, g.any()),       ashr(g.x, g.y | g.k(64)),
                 ashr(shl(g.x, n), n), ashr(shl(bits(g), n), n), ashr(g.x, g.k(~0ULL))};
       }},

      {Kind::Extract, "x[w-1..0] -> x", [](G g) -> Pairs { return {extract(g.x, g.w - 1, 0)}; }},
      {Kind::Extract, "x[h..l][i..j] -> x[l+i..l+j]", [](G g) -> Pairs { return {piece(g, piece(g, g.x))}; }},
      {Kind::Extract, "(x.y)[h..l] -> the pieces of x and y",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {piece(g, a), piece(g, a), piece(g, a), extract(a, g.w - 1, 1)};
       }},
      {Kind::Extract, "zext(x)[h..l] -> 0, the piece of x, or its zero-extension",
       [](G g) -> Pairs {
         const Pair a = zext(g.low, g.w);
         return {piece(g, a), piece(g, a), piece(g, a), extract(a, g.w - 1, g.w - 1)};
       }},
      {Kind::Extract, "sext(x)[h..l] -> the piece of x, or its sign-extension",
       [](G g) -> Pairs {
         const Pair a = sext(g.low, g.w);
         return {piece(g, a), piece(g, a), piece(g, a), extract(a, g.w - 1, g.w - 1)};
       }},
      {Kind::Extract, "(x & y)[h..l] -> x[h..l] & y[h..l]; likewise not, |, ^",
       [](G g) -> Pairs {
         return {piece(g, g.x & g.y), piece(g, ~g.x), piece(g, g.x | g.y), piece(g, g.x ^ g.any())};
       }},
      {Kind::Extract, "ite(c, k, x)[h..l] -> ite(c, k[h..l], x[h..l])",
       [](G g) -> Pairs {
         return {piece(g, ite(g.c, g.any(), g.x)), piece(g, ite(g.c, g.x, g.any()))};
       }},
      {Kind::Extract, "(x + y)[n-1..0] -> x[n-1..0] + y[n-1..0]; likewise -, * k",
       [](G g) -> Pairs {
         const unsigned high = g.below(g.w);
         return {extract(g.x + g.y, high, 0), extract(g.x - g.any(), high, 0), extract(g.x * g.k(5) - g.y, high, 0)};
       },
       32},
      {Kind::Extract, "(x * y)[n-1..0] -> x[n-1..0] * y[n-1..0]",
       [](G g) -> Pairs { return {extract(g.x * g.y, g.below(g.w), 0)}; }, 8},
      {Kind::Extract, "(x * 2^n)[h..l] -> x[h-n..l-n], if l = n, also of a sum of such, or if x is extended",
       [](G g) -> Pairs {
         if (g.w < 3) return {};
         const Pair sum = g.x * g.k(12) + g.k(4);
         const unsigned n = g.below(g.w);
         return {piece(g, g.x * g.k(power(g))),
                 extract(sum, g.w - 1, 2),
                 extract(sum - g.y * g.k(4), 2, 2),
                 extract(g.x * g.k(std::uint64_t{1} << n), g.w - 1, n),
                 piece(g, zext(g.low, g.w) * g.k(power(g))),
                 piece(g, sext(g.low, g.w) * g.k(12))};
       },
       32},

      {Kind::Concat, "0.x -> zext(x)", [](G g) -> Pairs { return {concat(g.constant(g.high_width, 0), g.low)}; }},
      {Kind::Concat, "zext(x).y -> zext(x.y)", [](G g) -> Pairs { return {concat(zext(g.c, g.high_width), g.low)}; }},
      {Kind::Concat, "(x.y).z -> x.(y.z)",
       [](G g) -> Pairs {
         if (g.w < 3) return {};
         return {concat(concat(g.c, g.variable("middle", g.high_width - 1)), g.low)};
       }},
      {Kind::Concat, "x[h..m].x[m-1..l] -> x[h..l]",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const unsigned middle = 1 + g.below(g.w - 1), low = g.below(middle);
         const auto cut = [&](Pair a, unsigned from) {
           return concat(extract(a, g.w - 1, middle), extract(a, middle - 1, from));
         };
         return {cut(g.x, low), cut(g.x, 0), cut(g.x + g.y, 0), cut(g.x * g.k(3) - g.y, 0), cut(g.x * g.y, 0)};
       },
       8},
      {Kind::Concat, "x[h..m].(x[m-1..l].y) -> x[h..l].y; k.(j.x) -> (k.j).x",
       [](G g) -> Pairs {
         if (g.w < 3) return {};
         const Pair high = g.high();  // at least two bits
         const Pair middle = extract(high, g.high_width - 2, 0),
                    top = extract(high, g.high_width - 1, g.high_width - 1);
         return {concat(top, concat(middle, g.low)), concat(g.constant(1, 1), concat(g.any(g.high_width - 1), g.low))};
       }},
      {Kind::Concat, "(x[h..m] & y[h..m]).(x[m-1..l] & y[m-1..l]) -> x[h..l] & y[h..l]; likewise not, |, ^",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const unsigned middle = 1 + g.below(g.w - 1);
         const auto cut = [&](Pair a) { return concat(extract(a, g.w - 1, middle), extract(a, middle - 1, 0)); };
         return {cut(g.x & g.y), cut(g.x | g.y), cut(g.x ^ g.y), cut(~g.x), cut(g.x & g.any())};
       }},

      {Kind::ZeroExtend, "zext(x) to its own width -> x", [](G g) -> Pairs { return {zext(g.x, g.w)}; }},
      {Kind::ZeroExtend, "zext(zext(x)) -> zext(x)", [](G g) -> Pairs { return {zext(zext(g.low, g.w), 64)}; }},
      {Kind::ZeroExtend, "zext(ite(c, k, j)) -> ite(c, zext(k), zext(j))",
       [](G g) -> Pairs {
         return {zext(ite(g.c, g.any(), g.any()), 64), zext(sext(g.c, g.w), 64)};
       }},
      {Kind::SignExtend, "sext(x) to its own width -> x", [](G g) -> Pairs { return {sext(g.x, g.w)}; }},
      {Kind::SignExtend, "sext(sext(x)) -> sext(x)", [](G g) -> Pairs { return {sext(sext(g.low, g.w), 64)}; }},
      {Kind::SignExtend, "sext(x) -> zext(x), if x is not negative",
       [](G g) -> Pairs { return {sext(zext(g.low, g.w), 64)}; }},
      {Kind::SignExtend, "sext(ite(c, k, j)) -> ite(c, sext(k), sext(j))",
       [](G g) -> Pairs {
         return {sext(ite(g.c, g.any(), g.any()), 64), sext(ite(g.c, g.k(~1ULL), g.k(3)), 64)};
       }},
  };
}

}  // namespace janus::term
