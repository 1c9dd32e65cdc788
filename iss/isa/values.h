// The values a hart computes with: bit vectors of a fixed width, and the operations on them.
//
// The semantics (semantics_*.h) are written once over any type that models `Values`. Rules of the concept:
//
//  - Operations are total and mean what SMT-LIB's QF_BV operations of the same name mean, in every domain: udiv by zero
//    is all ones, urem by zero the dividend, sdiv and srem truncate, a shift by the width or more gives zero (ashr: the
//    sign). Where RISC-V differs, the semantics use `ite`.
//  - A truth value is a Word<1>. Choosing between data is `ite`; only a hart's branch() may fork a path.
//  - A Word does not convert to an integer. constant<W>() makes one.
//
// Widths are 1, 8, 16, 32 and 64 bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace janus::isa {

template <class V>
concept Values = requires(V values, typename V::template Word<32> a, typename V::template Word<64> d,
                          typename V::template Word<8> b, typename V::template Word<1> c) {
  { values.template constant<32>(std::uint64_t{}) } -> std::same_as<typename V::template Word<32>>;
  { values.add(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.sub(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.mul(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.mul(d, d) } -> std::same_as<typename V::template Word<64>>;
  { values.udiv(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.urem(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.sdiv(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.srem(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.bit_and(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.bit_or(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.bit_xor(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.bit_not(a) } -> std::same_as<typename V::template Word<32>>;
  { values.shl(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.lshr(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.ashr(a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.eq(a, a) } -> std::same_as<typename V::template Word<1>>;
  { values.ult(a, a) } -> std::same_as<typename V::template Word<1>>;
  { values.slt(a, a) } -> std::same_as<typename V::template Word<1>>;
  { values.ite(c, a, a) } -> std::same_as<typename V::template Word<32>>;
  { values.template extract<31, 0>(d) } -> std::same_as<typename V::template Word<32>>;
  { values.concat(a, a) } -> std::same_as<typename V::template Word<64>>;
  { values.template zero_extend<32>(b) } -> std::same_as<typename V::template Word<32>>;
  { values.template sign_extend<64>(a) } -> std::same_as<typename V::template Word<64>>;
};

// A concrete bit vector of W bits; the bits above W are zero.
template <unsigned W>
struct Bits {
  static_assert(W >= 1 && W <= 64);
  using Raw = std::conditional_t<(W <= 32), std::uint32_t, std::uint64_t>;
  static constexpr Raw kMask = W == 8 * sizeof(Raw) ? ~Raw{0} : (Raw{1} << (W % (8 * sizeof(Raw)))) - 1;
  Raw raw = 0;
  constexpr bool operator==(const Bits&) const = default;
};

// Values as machine words. Stateless.
struct ConcreteValues {
  template <unsigned W>
  using Word = Bits<W>;

  template <unsigned W>
  static constexpr Bits<W> constant(std::uint64_t value) {
    return {static_cast<typename Bits<W>::Raw>(value & Bits<W>::kMask)};
  }

  template <unsigned W>
  static constexpr Bits<W> add(Bits<W> a, Bits<W> b) {
    return constant<W>(std::uint64_t{a.raw} + b.raw);
  }
  template <unsigned W>
  static constexpr Bits<W> sub(Bits<W> a, Bits<W> b) {
    return constant<W>(std::uint64_t{a.raw} - b.raw);
  }
  template <unsigned W>
  static constexpr Bits<W> mul(Bits<W> a, Bits<W> b) {
    return constant<W>(std::uint64_t{a.raw} * b.raw);
  }
  template <unsigned W>
  static constexpr Bits<W> udiv(Bits<W> a, Bits<W> b) {
    return constant<W>(b.raw ? a.raw / b.raw : ~std::uint64_t{0});
  }
  template <unsigned W>
  static constexpr Bits<W> urem(Bits<W> a, Bits<W> b) {
    return constant<W>(b.raw ? a.raw % b.raw : a.raw);
  }
  template <unsigned W>
  static constexpr Bits<W> sdiv(Bits<W> a, Bits<W> b) {
    const Bits<W> quotient = udiv(magnitude(a), magnitude(b));
    return negative(a) != negative(b) ? constant<W>(-std::uint64_t{quotient.raw}) : quotient;
  }
  template <unsigned W>
  static constexpr Bits<W> srem(Bits<W> a, Bits<W> b) {
    const Bits<W> remainder = urem(magnitude(a), magnitude(b));
    return negative(a) ? constant<W>(-std::uint64_t{remainder.raw}) : remainder;
  }

  template <unsigned W>
  static constexpr Bits<W> bit_and(Bits<W> a, Bits<W> b) {
    return {a.raw & b.raw};
  }
  template <unsigned W>
  static constexpr Bits<W> bit_or(Bits<W> a, Bits<W> b) {
    return {a.raw | b.raw};
  }
  template <unsigned W>
  static constexpr Bits<W> bit_xor(Bits<W> a, Bits<W> b) {
    return {a.raw ^ b.raw};
  }
  template <unsigned W>
  static constexpr Bits<W> bit_not(Bits<W> a) {
    return constant<W>(~std::uint64_t{a.raw});
  }

  template <unsigned W>
  static constexpr Bits<W> shl(Bits<W> a, Bits<W> b) {
    return b.raw < W ? constant<W>(std::uint64_t{a.raw} << b.raw) : Bits<W>{};
  }
  template <unsigned W>
  static constexpr Bits<W> lshr(Bits<W> a, Bits<W> b) {
    return b.raw < W ? constant<W>(std::uint64_t{a.raw} >> b.raw) : Bits<W>{};
  }
  template <unsigned W>
  static constexpr Bits<W> ashr(Bits<W> a, Bits<W> b) {
    const auto amount = b.raw < W ? b.raw : W - 1;
    return constant<W>(static_cast<std::uint64_t>(as_signed(a) >> amount));
  }

  template <unsigned W>
  static constexpr Bits<1> eq(Bits<W> a, Bits<W> b) {
    return {a.raw == b.raw};
  }
  template <unsigned W>
  static constexpr Bits<1> ult(Bits<W> a, Bits<W> b) {
    return {a.raw < b.raw};
  }
  template <unsigned W>
  static constexpr Bits<1> slt(Bits<W> a, Bits<W> b) {
    return {as_signed(a) < as_signed(b)};
  }
  template <unsigned W>
  static constexpr Bits<W> ite(Bits<1> condition, Bits<W> then, Bits<W> otherwise) {
    return condition.raw ? then : otherwise;
  }

  template <unsigned High, unsigned Low, unsigned W>
  static constexpr Bits<High - Low + 1> extract(Bits<W> a) {
    static_assert(High < W && Low <= High);
    return constant<High - Low + 1>(std::uint64_t{a.raw} >> Low);
  }
  template <unsigned A, unsigned B>
  static constexpr Bits<A + B> concat(Bits<A> high, Bits<B> low) {
    return constant<A + B>(std::uint64_t{high.raw} << B | low.raw);
  }
  template <unsigned To, unsigned W>
  static constexpr Bits<To> zero_extend(Bits<W> a) {
    return constant<To>(a.raw);
  }
  template <unsigned To, unsigned W>
  static constexpr Bits<To> sign_extend(Bits<W> a) {
    return constant<To>(static_cast<std::uint64_t>(as_signed(a)));
  }

  template <unsigned W>
  static constexpr std::int64_t as_signed(Bits<W> a) {
    return static_cast<std::int64_t>(std::uint64_t{a.raw} << (64 - W)) >> (64 - W);
  }

 private:
  template <unsigned W>
  static constexpr bool negative(Bits<W> a) {
    return a.raw >> (W - 1) & 1;
  }
  template <unsigned W>
  static constexpr Bits<W> magnitude(Bits<W> a) {
    return negative(a) ? constant<W>(-std::uint64_t{a.raw}) : a;
  }
};
static_assert(Values<ConcreteValues>);

}  // namespace janus::isa
