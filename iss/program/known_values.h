// The domain of values in which static analyses execute the shared semantics. A word is a constant, an offset from the
// stack pointer at the function's entry, or unknown.
#pragma once

#include <cstdint>

#include "isa/values.h"

namespace janus::program {

template <unsigned W>
struct KnownWord {
  enum class Is : std::uint8_t { Unknown, Constant, EntrySp } is = Is::Unknown;
  isa::Bits<W> bits{};  // the constant, or the offset from the entry's sp (W = 32); 0 if unknown
  bool operator==(const KnownWord&) const = default;
  bool is_constant() const { return is == Is::Constant; }
};

// Models isa::Values. An operation on constants gives a constant. Adding a constant to an offset from the entry's sp,
// or subtracting one, gives such an offset. The difference of two such offsets is a constant. Every other result is
// unknown. Stateless.
class KnownValues {
 public:
  template <unsigned W>
  using Word = KnownWord<W>;
  using Concrete = isa::ConcreteValues;

  template <unsigned W>
  static constexpr Word<W> constant(std::uint64_t value) {
    return known(Concrete::constant<W>(value));
  }
  static constexpr Word<32> entry_sp(std::uint32_t offset) { return {Word<32>::Is::EntrySp, {offset}}; }

#define JANUS_BINARY(operation)                                                                \
  template <unsigned W>                                                                        \
  static constexpr auto operation(Word<W> a, Word<W> b) {                                      \
    using Result = decltype(known(Concrete::operation(a.bits, b.bits)));                       \
    if (a.is_constant() && b.is_constant()) return known(Concrete::operation(a.bits, b.bits)); \
    return Result{};                                                                           \
  }
  JANUS_BINARY(mul)
  JANUS_BINARY(udiv)
  JANUS_BINARY(urem)
  JANUS_BINARY(sdiv)
  JANUS_BINARY(srem)
  JANUS_BINARY(bit_and)
  JANUS_BINARY(bit_or)
  JANUS_BINARY(bit_xor)
  JANUS_BINARY(shl)
  JANUS_BINARY(lshr)
  JANUS_BINARY(ashr)
  JANUS_BINARY(eq)
  JANUS_BINARY(ult)
  JANUS_BINARY(slt)
#undef JANUS_BINARY

  template <unsigned W>
  static constexpr Word<W> add(Word<W> a, Word<W> b) {
    if (b.is_constant()) return {a.is, a.is == Word<W>::Is::Unknown ? isa::Bits<W>{} : Concrete::add(a.bits, b.bits)};
    return a.is_constant() ? add(b, a) : Word<W>{};
  }
  template <unsigned W>
  static constexpr Word<W> sub(Word<W> a, Word<W> b) {
    if (a.is == b.is && a.is != Word<W>::Is::Unknown) return known(Concrete::sub(a.bits, b.bits));
    return b.is_constant() ? add(a, known(Concrete::sub(isa::Bits<W>{}, b.bits))) : Word<W>{};
  }
  template <unsigned W>
  static constexpr Word<W> bit_not(Word<W> a) {
    return a.is_constant() ? known(Concrete::bit_not(a.bits)) : Word<W>{};
  }
  template <unsigned W>
  static constexpr Word<W> ite(Word<1> condition, Word<W> then, Word<W> otherwise) {
    if (condition.is_constant()) return condition.bits.raw ? then : otherwise;
    return then == otherwise ? then : Word<W>{};
  }
  template <unsigned High, unsigned Low, unsigned W>
  static constexpr Word<High - Low + 1> extract(Word<W> a) {
    if constexpr (High - Low + 1 == W) return a;
    return a.is_constant() ? known(Concrete::extract<High, Low>(a.bits)) : Word<High - Low + 1>{};
  }
  template <unsigned A, unsigned B>
  static constexpr Word<A + B> concat(Word<A> high, Word<B> low) {
    return high.is_constant() && low.is_constant() ? known(Concrete::concat(high.bits, low.bits)) : Word<A + B>{};
  }
  template <unsigned To, unsigned W>
  static constexpr Word<To> zero_extend(Word<W> a) {
    return a.is_constant() ? known(Concrete::zero_extend<To>(a.bits)) : Word<To>{};
  }
  template <unsigned To, unsigned W>
  static constexpr Word<To> sign_extend(Word<W> a) {
    return a.is_constant() ? known(Concrete::sign_extend<To>(a.bits)) : Word<To>{};
  }

 private:
  template <unsigned W>
  static constexpr Word<W> known(isa::Bits<W> bits) {
    return {Word<W>::Is::Constant, bits};
  }
};
static_assert(isa::Values<KnownValues>);

using KnownRegister = KnownWord<32>;

}  // namespace janus::program
