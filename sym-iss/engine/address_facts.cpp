#include "engine/address_facts.h"

#include <algorithm>
#include <bit>

namespace janus::engine {
namespace {

using term::Kind;
using term::Term;

__extension__ using Wide = unsigned __int128;

constexpr unsigned kDepth = 10;  // deeper structure is taken as unknown; a visit is exponential in this

Range range(Term t, unsigned depth) {
  const std::uint64_t ones = term::mask(t.width());
  const Range all{0, ones};
  if (t.is_constant()) return {t->value, t->value};
  if (depth == 0) return all;
  const auto child = [&](unsigned i) { return range(t->child[i], depth - 1); };
  switch (t.kind()) {
    case Kind::ZeroExtend: return child(0);
    case Kind::Concat: {
      const Range high = child(0), low = child(1);
      const unsigned shift = t->child[1].width();
      return {high.low << shift | low.low, high.high << shift | low.high};
    }
    case Kind::Ite: {
      const Range a = child(1), b = child(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case Kind::And: return {0, std::min(child(0).high, child(1).high)};
    case Kind::Urem: {
      const Range divisor = child(1);
      return divisor.low > 0 ? Range{0, divisor.high - 1} : all;
    }
    case Kind::Lshr: return {0, child(0).high};
    case Kind::Udiv: return child(1).low > 0 ? Range{0, child(0).high} : all;
    case Kind::Add: {
      const Range a = child(0), b = child(1);
      // Exact if no sum wraps, or every sum wraps once.
      const auto low = static_cast<Wide>(a.low) + b.low;
      const auto high = static_cast<Wide>(a.high) + b.high;
      if (low / (static_cast<Wide>(ones) + 1) != high / (static_cast<Wide>(ones) + 1)) return all;
      return {static_cast<std::uint64_t>(low) & ones, static_cast<std::uint64_t>(high) & ones};
    }
    case Kind::Mul: {
      const Range a = child(0), b = child(1);
      if (static_cast<Wide>(a.high) * b.high > ones) return all;
      return {a.low * b.low, a.high * b.high};
    }
    default: return all;
  }
}

Congruence congruence(Term t, unsigned depth) {
  if (t.is_constant()) return {t.width(), t->value};
  const Congruence unknown{0, 0};
  if (depth == 0) return unknown;
  const auto child = [&](unsigned i) { return congruence(t->child[i], depth - 1); };
  const auto masked = [](unsigned bits, std::uint64_t value) {
    return Congruence{bits, value & term::mask(bits ? bits : 1) * (bits != 0)};
  };
  switch (t.kind()) {
    case Kind::Add: {
      const Congruence a = child(0), b = child(1);
      return masked(std::min(a.bits, b.bits), a.residue + b.residue);
    }
    case Kind::Sub: {
      const Congruence a = child(0), b = child(1);
      return masked(std::min(a.bits, b.bits), a.residue - b.residue);
    }
    case Kind::Mul: {
      const Congruence a = child(0), b = child(1);
      const unsigned known = std::min(a.bits, b.bits);
      if (known > 0) return masked(known, a.residue * b.residue);
      for (const Term factor : {t->child[0], t->child[1]}) {  // a multiple of a constant's power of two
        if (factor.is_constant() && factor->value)
          return masked(static_cast<unsigned>(std::countr_zero(factor->value)), 0);
      }
      return unknown;
    }
    case Kind::Concat: {
      const Congruence low = child(1);
      if (low.bits < t->child[1].width()) return low;
      const Congruence high = child(0);
      return masked(low.bits + high.bits, high.residue << low.bits | low.residue);
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: return child(0);
    case Kind::Extract: {
      if (t->low != 0) return unknown;
      const Congruence a = child(0);
      return masked(std::min<unsigned>(a.bits, t.width()), a.residue);
    }
    case Kind::Ite: {
      const Congruence a = child(1), b = child(2);
      const unsigned bits = std::min({a.bits, b.bits, static_cast<unsigned>(std::countr_zero(a.residue ^ b.residue))});
      return masked(bits, a.residue);
    }
    default: return unknown;
  }
}

}  // namespace

Range static_range(Term term) { return range(term, kDepth); }
Congruence static_congruence(Term term) { return congruence(term, kDepth); }

}  // namespace janus::engine
