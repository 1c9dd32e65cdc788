// Terms whose bits are sums modulo 2 of bits of variables: checksums, parities, scramblers, bytes that are taken apart
// and put together. Each bit of such a term is a row of coefficients, one for each bit that a variable has, and a
// constant.
//
// Choices are sums as well, where both sides differ by constants: c ? x ^ 0x1021 : x adds 0x1021 times c. So a step of
// a cyclic redundancy check is a sum, whether it was written with a branch, with a mask or with a table.
//
// Cost: a row for each bit of each node of a term. Iterative, so terms may have any depth. Not thread-safe.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "term/term.h"

namespace janus::solver {

// A sum modulo 2: bit c % 64 of word c / 64 is the coefficient of column c. Column 0 is the constant 1. All rows of a
// system have the same number of words.
class XorRow {
 public:
  static XorRow constant(std::size_t words, bool value);
  static XorRow column(std::size_t words, std::size_t column);

  // Its value, if it has no column but the constant.
  std::optional<bool> value() const;
  bool has(std::size_t column) const { return words_[column / 64] >> column % 64 & 1; }
  // The last column that the row has, 0 if it has none but the constant.
  std::size_t last_column() const;

  XorRow& operator^=(const XorRow& other);
  friend XorRow operator^(XorRow a, const XorRow& b) { return std::move(a ^= b); }
  friend XorRow operator~(XorRow a) {
    a.words_[0] ^= 1;
    return a;
  }
  friend bool operator==(const XorRow&, const XorRow&) = default;

 private:
  boost::container::small_vector<std::uint64_t, 4> words_;
};

class XorForms {
 public:
  using Form = std::vector<XorRow>;  // the rows of a term, bit 0 first
  // At most so many bits of variables, and nodes of terms between two calls of begin().
  static constexpr std::size_t kMaxColumns = 1024, kMaxNodes = 1U << 15;

  // The variables that the terms from now on read, by index and width; their bits are the columns from 1 on. Forgets
  // all forms. False if they are too many.
  bool begin(std::span<const std::pair<std::uint32_t, unsigned>> variables);
  std::size_t words() const { return (bits_.size() + 63) / 64; }  // of a row
  std::size_t columns() const { return bits_.size(); }
  // The variable of a column that is not 0, and which of its bits the column is.
  std::pair<std::uint32_t, unsigned> bit_of(std::size_t column) const { return bits_[column]; }

  // Null if the term is no such sum, or too large. Valid until the next begin().
  const Form* of(term::Term term);

 private:
  std::optional<Form> make(term::Term term) const;  // of a term whose children have forms
  bool is_opaque(term::Term term) const { return term->id < opaque_.size() && opaque_[term->id]; }
  void set_opaque(term::Term term);

  std::vector<std::pair<std::uint32_t, unsigned>> bits_;    // by column
  std::unordered_map<std::uint32_t, std::size_t> columns_;  // the first one of a variable
  std::unordered_map<const term::Node*, Form> forms_;
  std::vector<bool> opaque_;  // by node id: no sum, whatever the columns are
};

}  // namespace janus::solver
