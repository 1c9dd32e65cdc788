#include "rule_examples.h"

namespace janus::term {
namespace {

using G = const Ingredients&;
using Pairs = std::vector<Pair>;

}  // namespace

std::vector<RuleExample> common_rule_examples() {
  return {
      {Kind::Constant, "an operation on constants -> its value",
       [](G g) -> Pairs {
         const Pair k = g.any(), j = g.any();
         return {~k,          k & j,       k | j,
                 k ^ j,       k + j,       k - j,
                 k * j,       udiv(k, j),  urem(k, j),
                 sdiv(k, j),  srem(k, j),  shl(k, j),
                 lshr(k, j),  ashr(k, j),  eq(k, j),
                 ult(k, j),   slt(k, j),   extract(k, g.w - 1, g.w / 2),
                 zext(k, 64), sext(k, 64), concat(g.any(g.high_width), g.any(g.low_width))};
       }},
      {Kind::Variable, "ite(c, k, j) op l -> ite(c, k op l, j op l)",
       [](G g) -> Pairs {
         const Pair a = ite(g.c, g.any(), g.any()), l = g.any();
         return {~a,
                 a & l,
                 a | l,
                 a ^ l,
                 udiv(a, l),
                 urem(a, l),
                 sdiv(a, l),
                 srem(a, l),
                 shl(a, l),
                 lshr(a, l),
                 ashr(a, l),
                 eq(a, l),
                 ult(a, l),
                 slt(a, l),
                 extract(a, g.w - 1, g.w / 2),
                 zext(g.c, g.w) ^ g.k(1),
                 ult(sext(g.c, g.w), l)};
       }},
      {Kind::Variable, "l op ite(c, k, j) -> ite(c, l op k, l op j)",
       [](G g) -> Pairs {
         const Pair a = ite(g.c, g.any(), g.any()), l = g.any();
         return {udiv(l, a), urem(l, a), sdiv(l, a), srem(l, a), shl(l, a),
                 lshr(l, a), ashr(l, a), ult(l, a),  slt(l, a),  slt(l, zext(g.c, g.w))};
       },
       32},
      {Kind::Variable, "ite(c, k, j) op ite(c, l, m) -> ite(c, k op l, j op m)",
       [](G g) -> Pairs {
         const Pair a = ite(g.c, g.any(), g.any()), b = ite(g.c, g.any(), g.any());
         return {a & b, a | b, a ^ b, udiv(a, b), urem(a, b), shl(a, b), eq(a, b), ult(a, b), slt(a, b)};
       },
       32},
  };
}

std::vector<RuleExample> bitwise_rule_examples() {
  return {
      {Kind::Not, "not not x -> x", [](G g) -> Pairs { return {~~g.x}; }},

      {Kind::And, "x & x -> x", [](G g) -> Pairs { return {g.x & g.x}; }},
      {Kind::And, "x & y -> x, if y has ones wherever x may",
       [](G g) -> Pairs {
         return {g.x & g.k(~0ULL), zext(g.low, g.w) & g.k(mask(g.low_width)),
                 (g.k(g.sign()) | g.y) & ite(g.c, g.k(0), g.k(g.sign()))};
       }},
      {Kind::And, "x & y -> 0, if x has zeros wherever y may have ones",
       [](G g) -> Pairs {
         return {g.x & g.k(0), zext(g.low, g.w) & g.k(~mask(g.low_width)), (g.x * g.k(8)) & g.k(7)};
       }},
      {Kind::And, "x & not x -> 0",
       [](G g) -> Pairs {
         return {g.x & ~g.x, ~(g.x + g.y) & (g.y + g.x)};
       }},
      {Kind::And, "(x & k) & j -> x & (k & j)",
       [](G g) -> Pairs {
         return {(g.x & g.k(0x5555'5555'5555'5555)) & g.any(), (g.x & g.k(0xa5)) & g.k(0x2d)};
       }},
      {Kind::And, "x & 0..01..10..0 -> 0.x[h..l].0",
       [](G g) -> Pairs {
         const unsigned low = g.below(g.w), length = 1 + g.below(g.w - low);
         return {g.x & g.k(mask(length) << low), (g.x + g.y) & g.k(1), g.x & g.k(~0ULL << low)};
       }},
      {Kind::And, "x & zext(y) -> zext(x[n-1..0] & y), n the width of y",
       [](G g) -> Pairs {
         return {g.x & zext(g.low, g.w), zext(g.c, g.w) & zext(g.d, g.w), zext(g.c, g.w) & g.x,
                 zext(g.low, g.w) & g.any()};
       }},
      {Kind::And, "x & sext(c) -> ite(c, x, 0)",
       [](G g) -> Pairs {
         return {g.x & sext(g.c, g.w), g.x & (g.k(0) - zext(g.c, g.w))};
       }},
      {Kind::And, "(x.y) & k -> (x & k1).(y & k0), if one of them is trivial",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {a & g.k(0x5555'5555'5555'5555 & mask(g.low_width)),
                 a & concat(g.any(g.high_width), g.constant(g.low_width, ~0ULL)), a & g.any()};
       }},
      {Kind::And, "x & (x | y) -> x",
       [](G g) -> Pairs {
         return {g.x & (g.x | g.y), (g.y | g.x) & g.x};
       }},
      {Kind::And, "x & (x & y) -> x & y",
       [](G g) -> Pairs {
         return {g.x & (g.x & g.y), (g.y & g.x) & g.x};
       }},
      {Kind::And, "x & (not x | y) -> x & y",
       [](G g) -> Pairs {
         return {g.x & (~g.x | g.y), ~g.x & (g.y | g.x), (g.y | ~g.x) & g.x};
       }},
      {Kind::And, "x & (not x & y) -> 0",
       [](G g) -> Pairs {
         return {g.x & (~g.x & g.y), ~g.x & (g.y & g.x)};
       }},
      {Kind::And, "x & not (x | y) -> 0",
       [](G g) -> Pairs {
         return {g.x & ~(g.x | g.y), ~(g.y | g.x) & g.x};
       }},
      {Kind::And, "x & not (x & y) -> x & not y", [](G g) -> Pairs { return {g.x & ~(g.x & g.y)}; }},
      {Kind::And, "not x & not y -> not (x | y)", [](G g) -> Pairs { return {~g.x & ~g.y}; }},
      {Kind::And,
       "two comparisons of x with constants that exclude each other -> false; one that implies the other -> that one",
       [](G g) -> Pairs {
         Pairs pairs;
         const Pair k = g.any(), j = g.any();
         const Pair conditions[] = {ult(g.x, k), ult(j, g.x),  slt(g.x, j),  slt(k, g.x), eq(g.x, k), ult(g.x, j),
                                    eq(g.x, j),  ~ult(g.x, j), ~slt(k, g.x), ult(k, g.x), slt(g.x, k)};
         for (const Pair& a : conditions) {
           for (const Pair& b : conditions) pairs.push_back(a & b);
         }
         return pairs;
       }},

      {Kind::Or, "x | x -> x", [](G g) -> Pairs { return {g.x | g.x}; }},
      {Kind::Or, "x | y -> x, if x has ones wherever y may",
       [](G g) -> Pairs {
         return {g.x | g.k(0), g.x | g.k(~0ULL), zext(g.low, g.w) | g.k(mask(g.low_width))};
       }},
      {Kind::Or, "x | not x -> -1",
       [](G g) -> Pairs {
         return {g.x | ~g.x, ~(g.x * g.y) | (g.x * g.y)};
       }},
      {Kind::Or, "(x | k) | j -> x | (k | j)", [](G g) -> Pairs { return {(g.x | g.any()) | g.any()}; }},
      {Kind::Or, "zext(x) | zext(y) -> zext(x | y)",
       [](G g) -> Pairs {
         return {zext(g.low, g.w) | zext(g.low2, g.w), zext(g.c, g.w) | zext(g.low, g.w)};
       }},
      {Kind::Or, "zext(x) | k -> zext(x | k), if k fits",
       [](G g) -> Pairs {
         return {zext(g.low, g.w) | zext(g.any(g.low_width), g.w), zext(g.low, g.w) | g.any()};
       }},
      {Kind::Or, "(x.0) | y -> x.y, if y fits below x",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair upper = shl(zext(g.high(), g.w), g.k(g.low_width));
         return {upper | zext(g.low, g.w), zext(g.c, g.w) | upper, upper | g.k(1)};
       }},
      {Kind::Or, "(x.y) | k -> (x | k1).(y | k0), if one of them is trivial",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {a | zext(g.any(g.low_width), g.w), a | concat(g.any(g.high_width), g.constant(g.low_width, 0)),
                 a | g.any()};
       }},
      {Kind::Or, "x | y -> x + y, if they are disjoint and x a sum",
       [](G g) -> Pairs {
         return {(g.x * g.k(4)) | g.k(3), zext(g.c, g.w) | (g.x * g.k(2)), (g.x * g.k(4)) | g.k(1)};
       }},
      {Kind::Or, "x | sext(c) -> ite(c, -1, x)", [](G g) -> Pairs { return {g.x | sext(g.c, g.w)}; }},
      {Kind::Or, "x | (x & y) -> x",
       [](G g) -> Pairs {
         return {g.x | (g.x & g.y), (g.y & g.x) | g.x};
       }},
      {Kind::Or, "x | (x | y) -> x | y", [](G g) -> Pairs { return {g.x | (g.x | g.y)}; }},
      {Kind::Or, "x | (not x & y) -> x | y",
       [](G g) -> Pairs {
         return {g.x | (~g.x & g.y), ~g.x | (g.y & g.x)};
       }},
      {Kind::Or, "x | (not x | y) -> -1",
       [](G g) -> Pairs {
         return {g.x | (~g.x | g.y), ~g.x | (g.y | g.x)};
       }},
      {Kind::Or, "x | not (x & y) -> -1", [](G g) -> Pairs { return {g.x | ~(g.x & g.y)}; }},
      {Kind::Or, "x | not (x | y) -> x | not y", [](G g) -> Pairs { return {g.x | ~(g.x | g.y)}; }},
      {Kind::Or,
       "two comparisons of x with constants of which one must hold -> true; one that follows from the other -> that "
       "one",
       [](G g) -> Pairs {
         Pairs pairs;
         const Pair k = g.any(), j = g.any();
         const Pair conditions[] = {ult(g.x, k), ult(j, g.x), slt(g.x, j),  slt(k, g.x), eq(g.x, k),
                                    ult(g.x, j), eq(g.x, j),  ~ult(g.x, j), ~slt(k, g.x)};
         for (const Pair& a : conditions) {
           for (const Pair& b : conditions) pairs.push_back(a | b);
         }
         return pairs;
       }},

      {Kind::Xor, "x ^ 0 -> x", [](G g) -> Pairs { return {g.x ^ g.k(0)}; }},
      {Kind::Xor, "x ^ x -> 0", [](G g) -> Pairs { return {g.x ^ g.x}; }},
      {Kind::Xor, "x ^ -1 -> not x", [](G g) -> Pairs { return {g.x ^ g.k(~0ULL)}; }},
      {Kind::Xor, "(x ^ k) ^ j -> x ^ (k ^ j)", [](G g) -> Pairs { return {(g.x ^ g.any()) ^ g.any()}; }},
      {Kind::Xor, "zext(x) ^ k -> zext(x ^ k), if k fits",
       [](G g) -> Pairs {
         return {zext(g.low, g.w) ^ zext(g.any(g.low_width), g.w), zext(g.low, g.w) ^ g.any()};
       }},
      {Kind::Xor, "zext(x) ^ zext(y) -> zext(x ^ y)",
       [](G g) -> Pairs {
         return {zext(g.low, g.w) ^ zext(g.low2, g.w), zext(g.c, g.w) ^ zext(g.low, g.w)};
       }},
      {Kind::Xor, "(x.y) ^ k -> (x ^ k1).(y ^ k0), if one of them is trivial",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         const Pair a = concat(g.high(), g.low);
         return {a ^ g.k(mask(g.low_width)), a ^ zext(g.any(g.low_width), g.w), a ^ g.any()};
       }},
      {Kind::Xor, "not x ^ y -> not (x ^ y)",
       [](G g) -> Pairs {
         return {~g.x ^ g.y, ~g.x ^ ~g.y, ~g.x ^ g.any()};
       },
       8},
      {Kind::Xor, "x ^ (x ^ y) -> y",
       [](G g) -> Pairs {
         return {g.x ^ (g.x ^ g.y), (g.y ^ g.x) ^ g.x};
       }},
      {Kind::Xor, "(x.0) ^ y -> x.y, if y fits below x",
       [](G g) -> Pairs {
         if (g.w < 2) return {};
         return {concat(g.high(), g.constant(g.low_width, 0)) ^ zext(g.low, g.w)};
       }},
  };
}

}  // namespace janus::term
