// Induction forms: closed forms for the value of each location after n iterations of one path through a loop, on
// machine integers (modulo 2^32).
//
//   fixed      keeps its value
//   linear     grows by the same amount s in each iteration: x + s * n
//   quadratic  grows by an amount that is itself linear: x + d * n + s * n * (n - 1) / 2
//   derived    is computed in each iteration from fixed, linear and quadratic locations: its value after n >= 1
//              iterations is computed from their values before the last iteration
//
// The amounts s and d need not be constants, but must not change in the loop. Source: section 4.4.1 of the thesis on
// path explosion (path counters), which has the fixed and linear forms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/summarize/loop_body.h"
#include "term/substitute.h"
#include "term/support.h"

namespace janus::engine {

enum class Induction : std::uint8_t { Fixed, Linear, Quadratic, Derived, None };

class InductionForms {
 public:
  // `generic` are the generic variables of a loop body, and `updates` are the updates of one of its paths. The pool,
  // `support` and `generic` must outlive the object.
  InductionForms(term::TermPool& pool, term::Support& support, std::span<const term::Term> generic,
                 std::span<const term::Term> updates);

  Induction kind(std::size_t location) const { return forms_[location].kind; }
  // The first location without a closed form, if there is one.
  std::optional<std::size_t> without_form() const;

  // `term` over generic variables, one iteration later. The term must read fixed and linear variables only.
  term::Term advanced(term::Term term) { return advance_(term); }
  // Whether a term reads no generic variables but fixed ones.
  bool is_fixed(term::Term term) { return reads_only(term, {Induction::Fixed}); }
  // Whether a term reads no generic variables but fixed and linear ones.
  bool is_linear_input(term::Term term) { return reads_only(term, {Induction::Fixed, Induction::Linear}); }
  bool reads_derived(term::Term term);
  // `term` with each derived variable replaced by the expression that the previous iteration computed it from. So the
  // result holds only for states after at least one iteration. Derived variables that depend on quadratic ones stay.
  term::Term without_derived(term::Term term) { return explain_(term); }

  // The values of all locations after `count` >= 1 iterations (a term of 32 bits) from the values `start`. All
  // locations must have a form.
  std::vector<term::Term> after(std::span<const term::Term> start, term::Term count);

 private:
  struct Form {
    Induction kind = Induction::None;
    term::Term amount;  // Linear, Quadratic: by how much the next iteration changes the location
    term::Term growth;  // Quadratic: by how much each iteration changes `amount`
  };
  bool reads_only(term::Term term, std::initializer_list<Induction> kinds);
  Form form_of(std::size_t location);
  std::vector<term::Term> stepped() const;
  std::vector<term::Term> explained();
  term::Term value_after(const Form& form, term::Term start, term::Substitution& at_start, term::Term count);

  term::TermPool& pool_;
  term::Support& support_;
  std::span<const term::Term> generic_;
  std::vector<term::Term> updates_;
  std::vector<Form> forms_;
  std::vector<std::size_t> location_of_;  // by variable index; kNowhere if the variable is not generic
  term::Substitution advance_, explain_;
};

}  // namespace janus::engine
