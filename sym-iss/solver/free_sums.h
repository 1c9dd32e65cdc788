// Sums that may have any value of a range, whatever the rest of a question says.
//
// A number that was read digit by digit is 1000 a + 100 b + 10 c + d. Where each digit is otherwise only compared by
// itself, the number may be anything from 0 to 9999, and so it is one free word. The same holds for sums of received
// bytes. These are unconstrained variables (Brummayer and Biere, Lemmas on demand for the extensional theory of
// arrays, 2009), for sums.
//
// Digits are variables of at most eight bits. A sum of digits takes all values of a range if each weight is at most one
// more than what the digits of smaller weights can add up to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "solver/byte_values.h"
#include "solver/layer_context.h"
#include "term/linear.h"

namespace janus::solver {

// `word` stands for a sum of digits, from 0 to `highest`.
class FreeSum {
 public:
  struct Digit {
    std::uint32_t variable;  // by its index
    std::uint64_t weight;
    std::uint64_t zero, most;  // the value that adds nothing, and how far others may be from it
    bool down;                 // smaller values add more
    bool is_exact;             // all other values are excluded
  };
  // The digits of smallest weights that take all values of a range; nothing if these are too few. Without a name.
  static std::optional<FreeSum> of(std::vector<Digit> digits, unsigned width);

  term::Term word;
  std::uint64_t highest = 0;  // of `word`
  std::vector<Digit> digits;  // by weight, ascending
  // Gives the digits values that add up to the word's.
  void assign(term::Assignment& model) const;
};

class FreeSums {
 public:
  static constexpr std::size_t kFewestDigits = 3;

  explicit FreeSums(LayerContext& context) : context_(context) {}

  // Finds the free sums of some conditions that hold together. Returns whether there are any. Cost: a visit of each
  // node of conditions that read more than one variable.
  bool find(const std::vector<term::Term>& conditions);

  const std::vector<FreeSum>& sums() const { return free_; }
  // Whether a condition only says which values a digit has, which the sums know.
  bool is_of_digit(term::Term condition) const;
  // What a sum has become: words times coefficients, of which some stand for free sums, and a constant. Null for all
  // other terms.
  const term::SumOfWords* replacement(term::Term sum) const;

 private:
  struct Sum {
    term::Term term;
    term::SumOfWords form;
    std::map<std::uint32_t, std::uint64_t> coefficients{};  // of words that may be digits, by variable
  };
  // Digits that are in the same sums.
  using Group = std::vector<std::uint32_t>;

  void look_at(const std::vector<term::Term>& conditions);
  void visit(term::Term root);
  void add(term::Term term);
  std::optional<std::uint32_t> digit(term::Term word) const;
  std::optional<std::uint32_t> only_variable(term::Term term);
  static std::uint64_t weight(const Sum& sum, std::uint32_t variable);  // of a digit, which may be subtracted
  static std::uint32_t unit_of(const Sum& sum, const Group& group);
  std::optional<std::vector<std::uint64_t>> multiples(const Sum& base, const std::vector<std::size_t>& sums,
                                                      const Group& group) const;
  std::optional<FreeSum::Digit> digit_of(const Sum& base, std::uint32_t variable, std::uint64_t unit);
  void replace(const std::vector<std::size_t>& sums, Group group);
  void put(const FreeSum& sum, const Sum& into, std::uint64_t factor, std::uint64_t unit, std::uint64_t constant);

  LayerContext& context_;
  ByteTables tables_;
  std::unordered_map<std::uint32_t, std::vector<term::Term>> by_itself_;  // conditions on one variable
  std::unordered_set<const term::Node*> visited_;
  std::unordered_set<std::uint32_t> elsewhere_, digits_;  // variables outside of sums, and those that are replaced
  std::vector<Sum> all_;
  std::vector<FreeSum> free_;
  std::unordered_map<const term::Node*, term::SumOfWords> replacements_;
};

}  // namespace janus::solver
