// Terms: immutable bit-vector expressions. They are hash-consed: equal terms are one node, so comparing terms means
// comparing pointers. A Term is a handle as large as a pointer. Nodes belong to a TermPool and live as long as the
// pool.
#pragma once

#include <cstdint>
#include <string_view>

namespace janus::term {

enum class Kind : std::uint8_t {
#define KIND(name, smtlib, arity, commutes) name,
#include "term/kind.def"
#undef KIND
};

struct KindRow {
  std::string_view name;
  std::string_view smtlib;
  unsigned arity;
  bool commutes;
};
inline constexpr KindRow kKinds[] = {
#define KIND(name, smtlib, arity, commutes) {#name, smtlib, arity, commutes},
#include "term/kind.def"
#undef KIND
};
constexpr const KindRow& row(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

struct Node;

// A handle to a node, or null. Trivially copyable.
class Term {
 public:
  constexpr Term() = default;
  constexpr explicit Term(const Node* node) : node_(node) {}
  constexpr explicit operator bool() const { return node_ != nullptr; }
  constexpr const Node* operator->() const { return node_; }
  constexpr const Node* node() const { return node_; }
  friend constexpr bool operator==(Term a, Term b) { return a.node_ == b.node_; }

  inline Kind kind() const;
  inline unsigned width() const;
  inline bool is(Kind kind) const;
  inline bool is_constant() const;
  inline bool is_constant(std::uint64_t value) const;

 private:
  const Node* node_ = nullptr;
};

// Bits that are the same under every assignment: `zeros` has a one where the term has a zero, and `ones` has a one
// where the term has a one.
struct KnownBits {
  std::uint64_t zeros = 0;
  std::uint64_t ones = 0;
};

// A node of the expression graph. `id`s count up from 0 in a pool; children have smaller ids than their parents.
struct Node {
  Kind kind;
  std::uint8_t width;  // bits, 1..64
  std::uint8_t low;    // Extract: the lowest bit taken (the highest is low + width - 1)
  std::uint32_t id;
  std::uint32_t hash;
  std::uint64_t value;  // Constant: its value, zero above width. Variable: its index in the pool
  Term child[3];
  KnownBits known;  // known_bits.h
};

inline Kind Term::kind() const { return node_->kind; }
inline unsigned Term::width() const { return node_->width; }
inline bool Term::is(Kind kind) const { return node_->kind == kind; }
inline bool Term::is_constant() const { return node_->kind == Kind::Constant; }
inline bool Term::is_constant(std::uint64_t value) const { return is_constant() && node_->value == value; }

// All ones in the low `width` bits.
constexpr std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

constexpr std::int64_t as_signed(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

}  // namespace janus::term
