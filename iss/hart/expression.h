// Values that are expressions: the third interpretation of the shared semantics. The semantics of one instruction build
// expressions over registers of the guest, and an emitter turns them into code of the host.
//
// Each instruction has an ExpressionValues of its own, which owns all expressions made through it. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>

#include "isa/values.h"

namespace janus::hart {

struct Expression {
  enum class Kind : std::uint8_t {
    Constant,  // value
    Register,  // value: its number
    Loaded,    // the value of a load of `width` bits, at the place that the emitter has just computed
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ult,
    Slt,
    Ite,
    Extract,  // value: the lowest bit
    Concat,
    ZeroExtend,
    SignExtend,
  };
  Kind kind;
  std::uint8_t width;    // bits
  std::uint16_t number;  // index among the expressions of the instruction; operands have lower numbers
  std::uint64_t value = 0;
  const Expression *a = nullptr, *b = nullptr, *c = nullptr;

  bool is_register(std::uint8_t of) const { return kind == Kind::Register && value == of; }
  bool is_constant(std::uint64_t of) const { return kind == Kind::Constant && value == of; }
};

// Models isa::Values.
class ExpressionValues {
 public:
  template <unsigned W>
  struct Word {
    const Expression* expression = nullptr;
  };
  using Kind = Expression::Kind;

  // Whether more expressions were made than there is room for. Then no expression may be used.
  bool overflowed() const { return overflowed_; }
  template <unsigned W>
  Word<W> make(Kind kind, const Expression* a, const Expression* b = nullptr, const Expression* c = nullptr,
               std::uint64_t value = 0) {
    if (used_ == expressions_.size()) {
      overflowed_ = true;
      return {&expressions_.front()};
    }
    expressions_[used_] = {kind, W, used_, value, a, b, c};
    return {&expressions_[used_++]};
  }

  template <unsigned W>
  Word<W> constant(std::uint64_t value) {
    return make<W>(Kind::Constant, nullptr, nullptr, nullptr, value & isa::Bits<W>::kMask);
  }

#define JANUS_BINARY(name, kind)                            \
  template <unsigned W>                                     \
  Word<W> name(Word<W> a, Word<W> b) {                      \
    return make<W>(Kind::kind, a.expression, b.expression); \
  }
  JANUS_BINARY(add, Add)
  JANUS_BINARY(sub, Sub)
  JANUS_BINARY(mul, Mul)
  JANUS_BINARY(udiv, Udiv)
  JANUS_BINARY(urem, Urem)
  JANUS_BINARY(sdiv, Sdiv)
  JANUS_BINARY(srem, Srem)
  JANUS_BINARY(bit_and, And)
  JANUS_BINARY(bit_or, Or)
  JANUS_BINARY(bit_xor, Xor)
  JANUS_BINARY(shl, Shl)
  JANUS_BINARY(lshr, Lshr)
  JANUS_BINARY(ashr, Ashr)
#undef JANUS_BINARY
#define JANUS_COMPARISON(name, kind)                        \
  template <unsigned W>                                     \
  Word<1> name(Word<W> a, Word<W> b) {                      \
    return make<1>(Kind::kind, a.expression, b.expression); \
  }
  JANUS_COMPARISON(eq, Eq)
  JANUS_COMPARISON(ult, Ult)
  JANUS_COMPARISON(slt, Slt)
#undef JANUS_COMPARISON

  template <unsigned W>
  Word<W> bit_not(Word<W> a) {
    return make<W>(Kind::Not, a.expression);
  }
  template <unsigned W>
  Word<W> ite(Word<1> condition, Word<W> then, Word<W> otherwise) {
    return make<W>(Kind::Ite, condition.expression, then.expression, otherwise.expression);
  }
  template <unsigned High, unsigned Low, unsigned W>
  Word<High - Low + 1> extract(Word<W> a) {
    if constexpr (High - Low + 1 == W) return a;
    return make<High - Low + 1>(Kind::Extract, a.expression, nullptr, nullptr, Low);
  }
  template <unsigned A, unsigned B>
  Word<A + B> concat(Word<A> high, Word<B> low) {
    return make<A + B>(Kind::Concat, high.expression, low.expression);
  }
  template <unsigned To, unsigned W>
  Word<To> zero_extend(Word<W> a) {
    if constexpr (To == W)
      return a;
    else
      return make<To>(Kind::ZeroExtend, a.expression);
  }
  template <unsigned To, unsigned W>
  Word<To> sign_extend(Word<W> a) {
    if constexpr (To == W)
      return a;
    else
      return make<To>(Kind::SignExtend, a.expression);
  }

 private:
  // Most instructions need less than a dozen.
  std::array<Expression, 128> expressions_;
  std::uint16_t used_ = 0;
  bool overflowed_ = false;
};
static_assert(isa::Values<ExpressionValues>);

}  // namespace janus::hart
