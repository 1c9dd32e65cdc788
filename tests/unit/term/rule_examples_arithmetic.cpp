#include "rule_examples.h"

namespace janus::term {
namespace {

using G = const Ingredients&;
using Pairs = std::vector<Pair>;

// Multiplication and division by variables: the solver takes too long for wider ones.
constexpr unsigned kHard = 8, kHarder = 16;

}  // namespace

std::vector<RuleExample> arithmetic_rule_examples() {
  return {
      {Kind::Add, "y * (x / y) + x % y -> x, signed or unsigned",
       [](G g) -> Pairs {
         return {g.y * udiv(g.x, g.y) + urem(g.x, g.y), srem(g.x, g.y) + sdiv(g.x, g.y) * g.y,
                 udiv(g.x, g.k(3)) * g.k(3) + urem(g.x, g.k(3))};
       },
       kHard},
      {Kind::Add, "x + y -> the linear normal form",
       [](G g) -> Pairs {
         const Pair truth = zext(g.c, g.w);
         return {g.x + g.y,
                 (g.y + g.any()) + (g.x - g.y),
                 (g.x * g.any()) + (g.x * g.any()),
                 g.x + ~g.y,
                 ~g.x + g.k(1),
                 truth + g.k(~0ULL),
                 sext(g.c, g.w) + truth,
                 zext(~g.c, g.w) + truth,
                 g.x + sext(g.c, g.w),
                 (g.k(0) - g.x) + g.k(~0ULL)};
       }},
      {Kind::Sub, "x - x -> 0", [](G g) -> Pairs { return {g.x - g.x}; }},
      {Kind::Sub, "x - y * (x / y) -> x % y, signed or unsigned",
       [](G g) -> Pairs {
         return {g.x - g.y * udiv(g.x, g.y), g.x - sdiv(g.x, g.y) * g.y, g.x - udiv(g.x, g.k(3)) * g.k(3)};
       },
       kHard},
      {Kind::Sub, "x - y -> the linear normal form",
       [](G g) -> Pairs {
         const Pair truth = zext(g.c, g.w);
         return {g.x - g.y,
                 g.any() - g.x,
                 (g.x + g.y) - (g.y + g.z),
                 (g.x + g.any()) - g.any(),
                 g.k(0) - truth,
                 g.k(1) - truth,
                 truth - g.k(1),
                 g.x - ~g.y,
                 g.k(~0ULL) - g.x,
                 g.x - sext(g.c, g.w)};
       }},
      {Kind::Mul, "x * 0 -> 0", [](G g) -> Pairs { return {g.x * g.k(0)}; }},
      {Kind::Mul, "x * 1 -> x", [](G g) -> Pairs { return {g.x * g.k(1)}; }},
      {Kind::Mul, "x * k -> the linear normal form",
       [](G g) -> Pairs {
         return {g.x * g.any(),  (g.x + g.any()) * g.any(), (g.x - g.y) * g.k(3), g.x * g.k(~0ULL),
                 ~g.x * g.any(), sext(g.c, g.w) * g.any()};
       },
       16},
      {Kind::Mul, "x * y -> x & y, of one bit",
       [](G g) -> Pairs {
         return {eq(g.x, g.any()) * g.c, g.c * g.d};
       }},
      {Kind::Mul, "x * zext(c) -> ite(c, x, 0)",
       [](G g) -> Pairs {
         return {g.x * zext(g.c, g.w), zext(g.c, g.w) * zext(g.d, g.w)};
       }},
      {Kind::Mul, "x * ite(x = 0, y, z) -> x * z",
       [](G g) -> Pairs {
         return {g.x * ite(eq(g.x, g.k(0)), g.y, g.z),
                 ite(eq(g.low, g.constant(g.low_width, 0)), g.y, g.z) * zext(g.low, g.w),
                 ite(eq(g.x, g.k(0)), g.k(~0ULL), g.y) * g.x};
       },
       kHard},
      {Kind::Mul, "x * (sext(x = 0).y) -> x * zext(y)",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair zero = eq(g.x, g.k(0)), zero_low = eq(g.low, g.constant(g.low_width, 0));
         return {g.x * concat(sext(zero, g.high_width), g.low),
                 concat(sext(zero_low, g.high_width), g.low2) * zext(g.low, g.w)};
       },
       kHard},
      {Kind::Mul, "zext(x) * zext(y) -> zext(zext(x) * zext(y)), as wide as both together",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const unsigned narrow = std::max(1U, g.w / 2 - 1);
         const Pair a = g.variable("a", narrow), b = g.variable("b", g.w / 2);
         return {zext(a, g.w) * zext(b, g.w), zext(a, g.w) * zext(a, g.w)};
       },
       kHard},
      {Kind::Mul, "sext(x) * sext(y) -> sext(sext(x) * sext(y)), as wide as both together",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const unsigned narrow = std::max(1U, g.w / 2 - 1);
         const Pair a = g.variable("a", narrow), b = g.variable("b", g.w / 2);
         return {sext(a, g.w) * sext(b, g.w), sext(a, g.w) * sext(a, g.w)};
       },
       kHarder},
      {Kind::Mul, "zext(x) * sext(y) -> sext(zext(x) * sext(y)), one bit wider than both together",
       [](G g) -> Pairs {
         if (g.w < 4) return {};
         const unsigned narrow = g.w / 2 - 1;
         const Pair a = g.variable("a", narrow), b = g.variable("b", narrow);
         return {zext(a, g.w) * sext(b, g.w), sext(a, g.w) * zext(a, g.w)};
       },
       kHarder},

      {Kind::Udiv, "x / 2^n -> x >> n",
       [](G g) -> Pairs {
         return {udiv(g.x, g.k(std::uint64_t{1} << g.below(g.w))), udiv(g.x, g.k(1))};
       }},
      {Kind::Udiv, "x / 0 -> -1", [](G g) -> Pairs { return {udiv(g.x, g.k(0))}; }},
      {Kind::Udiv, "(x * y) / y -> ite(y = 0, -1, x), if x * y cannot wrap",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = zext(g.low, g.w), b = zext(g.variable("b", g.w / 2), g.w);
         return {udiv(a * b, b), udiv(urem(g.x, g.k(3)) * g.k(5), g.k(5)), udiv(g.x * g.y, g.y)};
       },
       kHard},
      {Kind::Udiv, "zext(x) / k -> zext(x / k), if k fits",
       [](G g) -> Pairs {
         return {udiv(zext(g.low, g.w), g.k(3)), udiv(zext(g.low, g.w), g.any())};
       },
       kHarder},
      {Kind::Udiv, "zext(x) / zext(y) -> sext(y = 0).(x / y), at the width of the wider",
       [](G g) -> Pairs {
         return {udiv(zext(g.low, g.w), zext(g.low2, g.w)), udiv(zext(g.low, g.w), zext(g.c, g.w)),
                 udiv(zext(g.c, g.w), zext(g.low, g.w))};
       },
       kHard},
      {Kind::Udiv, "(x / k) / j -> x / (k * j), or 0 if that is too large",
       [](G g) -> Pairs {
         return {udiv(udiv(g.x, g.k(3)), g.k(5)), udiv(udiv(g.x, g.any()), g.any())};
       },
       kHard},
      {Kind::Urem, "x % 2^n -> x & (2^n - 1)",
       [](G g) -> Pairs {
         return {urem(g.x, g.k(std::uint64_t{1} << g.below(g.w))), urem(g.x, g.k(1))};
       }},
      {Kind::Urem, "x % 0 -> x", [](G g) -> Pairs { return {urem(g.x, g.k(0))}; }},
      {Kind::Urem, "0 % x, x % x -> 0",
       [](G g) -> Pairs {
         return {urem(g.k(0), g.x), urem(g.x, g.x)};
       },
       kHarder},
      {Kind::Urem, "(x * y) % y -> 0, if x * y cannot wrap",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = zext(g.low, g.w), b = zext(g.variable("b", g.w / 2), g.w);
         return {urem(a * b, b), urem(urem(g.x, g.k(3)) * g.k(5), g.k(5)), urem(g.x * g.y, g.y)};
       },
       kHard},
      {Kind::Urem, "x % y -> x, if x < y whatever they are",
       [](G g) -> Pairs {
         return {urem(zext(g.low, g.w), g.k(mask(g.low_width) + 1) + zext(g.c, g.w) - g.k(0)),
                 urem(urem(g.x, g.k(5)), g.k(7)), urem(urem(g.x, g.k(6)), g.k(5))};
       },
       kHard},
      {Kind::Urem, "(x % y) % y -> x % y", [](G g) -> Pairs { return {urem(urem(g.x, g.y), g.y)}; }, kHard},
      {Kind::Urem, "zext(x) % zext(y) -> zext(x % y), at the width of the wider",
       [](G g) -> Pairs {
         return {urem(zext(g.low, g.w), zext(g.low2, g.w)), urem(zext(g.low, g.w), zext(g.c, g.w)),
                 urem(zext(g.low, g.w), g.k(3)), urem(zext(g.c, g.w), zext(g.low, g.w)),
                 urem(zext(g.low, g.w), g.any())};
       },
       kHard},
      {Kind::Sdiv, "x / y -> x | not y, of one bit",
       [](G g) -> Pairs {
         return {sdiv(eq(g.x, g.any()), g.c), sdiv(g.c, g.d)};
       }},
      {Kind::Sdiv, "x / 1 -> x", [](G g) -> Pairs { return {sdiv(g.x, g.k(1))}; }},
      {Kind::Sdiv, "x / -1 -> -x", [](G g) -> Pairs { return {sdiv(g.x, g.k(~0ULL))}; }, kHarder},
      {Kind::Sdiv, "x / 0 -> ite(x <s 0, 1, -1)", [](G g) -> Pairs { return {sdiv(g.x, g.k(0))}; }},
      {Kind::Sdiv, "x / y -> unsigned x / y, if neither is negative",
       [](G g) -> Pairs {
         return {sdiv(zext(g.low, g.w), zext(g.low2, g.w)), sdiv(zext(g.low, g.w), g.any()), sdiv(g.x, g.any())};
       },
       kHard},
      {Kind::Sdiv, "sext(x) / sext(y) -> sext(sext(x) / sext(y)), one bit wider than the wider; likewise zext and k",
       [](G g) -> Pairs {
         if (g.w < 3) return {};
         return {sdiv(sext(g.low, g.w), sext(g.low2, g.w)), sdiv(zext(g.low, g.w), sext(g.low2, g.w)),
                 sdiv(sext(g.low, g.w), g.k(3)), sdiv(g.k(~0ULL), sext(g.low, g.w)), sdiv(sext(g.low, g.w), g.any())};
       },
       kHard},
      {Kind::Srem, "x rem 0 -> x", [](G g) -> Pairs { return {srem(g.x, g.k(0))}; }},
      {Kind::Srem, "x rem 1, x rem -1, 0 rem x, x rem x -> 0",
       [](G g) -> Pairs {
         return {srem(g.x, g.k(1)), srem(g.x, g.k(~0ULL)), srem(g.k(0), g.x), srem(g.x, g.x)};
       },
       kHarder},
      {Kind::Srem, "x rem y -> unsigned x % y, if neither is negative",
       [](G g) -> Pairs {
         return {srem(zext(g.low, g.w), zext(g.low2, g.w)), srem(zext(g.low, g.w), g.any()), srem(g.x, g.any())};
       },
       kHard},
      {Kind::Srem, "sext(x) rem sext(y) -> sext(x rem y), at the width of the wider; likewise zext and k",
       [](G g) -> Pairs {
         if (g.w < 3) return {};
         return {srem(sext(g.low, g.w), sext(g.low2, g.w)), srem(zext(g.low, g.w), sext(g.low2, g.w)),
                 srem(sext(g.low, g.w), g.k(3)), srem(g.k(~0ULL), sext(g.low, g.w)), srem(sext(g.low, g.w), g.any())};
       },
       kHard},
      {Kind::Srem, "(x rem y) rem y -> x rem y", [](G g) -> Pairs { return {srem(srem(g.x, g.y), g.y)}; }, kHard},
  };
}

}  // namespace janus::term
