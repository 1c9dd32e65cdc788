// The symbolic model of isa::Values: a value is a machine word if it is concrete, and a term otherwise.
//
// A Word holds either a term or a concrete value. An operation on concrete words costs one null check more than on
// machine words, and builds no term. A term that simplifies to a constant becomes a concrete word again.
#pragma once

#include <cstdint>
#include <utility>

#include "isa/values.h"
#include "term/range.h"
#include "term/term_pool.h"

namespace janus::term {

template <unsigned W>
struct SymbolicWord {
  Term term;            // null if concrete
  isa::Bits<W> bits{};  // the value if concrete; else unspecified
  bool is_concrete() const { return !term; }
  // Compares terms by identity: for comparing states, not the meanings of terms.
  friend bool operator==(const SymbolicWord& a, const SymbolicWord& b) {
    return a.term == b.term && (a.term || a.bits == b.bits);
  }
};

// The least and the largest value that the word may have, as far as its shape tells (term/range.h).
inline std::pair<std::uint32_t, std::uint32_t> bounds_of(const SymbolicWord<32>& word) {
  if (word.is_concrete()) return {word.bits.raw, word.bits.raw};
  constexpr unsigned kDepth = 8;  // choices among so many pointers' bits
  const Range bounds = range(word.term, kDepth);
  return {static_cast<std::uint32_t>(bounds.low), static_cast<std::uint32_t>(bounds.high)};
}

class SymbolicValues {
 public:
  template <unsigned W>
  using Word = SymbolicWord<W>;
  using Concrete = isa::ConcreteValues;

  // `pool` must outlive this object and every word made by it.
  explicit SymbolicValues(TermPool& pool) : pool_(&pool) {}
  TermPool& pool() { return *pool_; }

  template <unsigned W>
  static Word<W> constant(std::uint64_t value) {
    return {{}, Concrete::constant<W>(value)};
  }
  // The word for a term of width W: concrete if the term is a constant.
  template <unsigned W>
  static Word<W> from_term(Term term) {
    return term.is_constant() ? constant<W>(term->value) : Word<W>{term, {}};
  }
  template <unsigned W>
  Term to_term(Word<W> word) {
    return word.term ? word.term : pool_->constant(W, word.bits.raw);
  }

#define JANUS_BINARY(operation)                                    \
  template <unsigned W>                                            \
  Word<W> operation(Word<W> a, Word<W> b) {                        \
    if (!a.term && !b.term) [[likely]]                             \
      return {{}, Concrete::operation(a.bits, b.bits)};            \
    return from_term<W>(pool_->operation(to_term(a), to_term(b))); \
  }
#define JANUS_COMPARISON(operation)                                \
  template <unsigned W>                                            \
  Word<1> operation(Word<W> a, Word<W> b) {                        \
    if (!a.term && !b.term) [[likely]]                             \
      return {{}, Concrete::operation(a.bits, b.bits)};            \
    return from_term<1>(pool_->operation(to_term(a), to_term(b))); \
  }
  JANUS_BINARY(add)
  JANUS_BINARY(sub)
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
  JANUS_COMPARISON(eq)
  JANUS_COMPARISON(ult)
  JANUS_COMPARISON(slt)
#undef JANUS_BINARY
#undef JANUS_COMPARISON

  template <unsigned W>
  Word<W> bit_not(Word<W> a) {
    return a.term ? from_term<W>(pool_->bit_not(a.term)) : Word<W>{{}, Concrete::bit_not(a.bits)};
  }
  template <unsigned W>
  Word<W> ite(Word<1> condition, Word<W> then, Word<W> otherwise) {
    if (!condition.term) return condition.bits.raw ? then : otherwise;
    return from_term<W>(pool_->ite(condition.term, to_term(then), to_term(otherwise)));
  }
  template <unsigned High, unsigned Low, unsigned W>
  Word<High - Low + 1> extract(Word<W> a) {
    if (!a.term) return {{}, Concrete::extract<High, Low>(a.bits)};
    return from_term<High - Low + 1>(pool_->extract(a.term, High, Low));
  }
  template <unsigned A, unsigned B>
  Word<A + B> concat(Word<A> high, Word<B> low) {
    if (!high.term && !low.term) return {{}, Concrete::concat(high.bits, low.bits)};
    return from_term<A + B>(pool_->concat(to_term(high), to_term(low)));
  }
  template <unsigned To, unsigned W>
  Word<To> zero_extend(Word<W> a) {
    return a.term ? from_term<To>(pool_->zero_extend(a.term, To)) : Word<To>{{}, Concrete::zero_extend<To>(a.bits)};
  }
  template <unsigned To, unsigned W>
  Word<To> sign_extend(Word<W> a) {
    return a.term ? from_term<To>(pool_->sign_extend(a.term, To)) : Word<To>{{}, Concrete::sign_extend<To>(a.bits)};
  }

 private:
  TermPool* pool_;
};
static_assert(isa::Values<SymbolicValues>);

}  // namespace janus::term
