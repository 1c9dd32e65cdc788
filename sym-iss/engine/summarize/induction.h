// What a path through a loop makes of each location when it is taken many times in a row: closed forms in the number of
// iterations, on machine integers (modulo 2^32).
//
//   fixed      keeps its value
//   linear     grows by the same amount each time: x + s * n
//   quadratic  grows by an amount that is linear itself: x + d * n + s * n * (n - 1) / 2
//   derived    is computed afresh from fixed, linear and quadratic ones: its value after n >= 1 iterations is what the
//              last of them made of their values
//
// Amounts need not be constants; they only may not change. Source: section 4.4.1 of the thesis on path explosion
// (path counters), which has the first two.
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
  // `generic` and `updates` are those of a loop body and one of its paths; the pool and `support` must outlive it.
  InductionForms(term::TermPool& pool, term::Support& support, std::span<const term::Term> generic,
                 std::span<const term::Term> updates);

  Induction kind(std::size_t location) const { return forms_[location].kind; }
  // The first location without a closed form, if there is one.
  std::optional<std::size_t> without_form() const;

  // A term over generic variables, one iteration later; nothing may be derived in it.
  term::Term advanced(term::Term term) { return advance_(term); }
  // Whether a term reads no generic variable but fixed ones.
  bool is_fixed(term::Term term) { return reads_only(term, {Induction::Fixed}); }
  // Whether it reads fixed and linear ones only.
  bool is_linear_input(term::Term term) { return reads_only(term, {Induction::Fixed, Induction::Linear}); }
  bool reads_derived(term::Term term);
  // A term in which derived variables are replaced by what they were computed from, one iteration ago; so it is about
  // states after at least one iteration.
  term::Term without_derived(term::Term term) { return explain_(term); }

  // The values of all locations after `count` >= 1 iterations (a term of 32 bits) from `start`; to be asked for only if
  // all have forms.
  std::vector<term::Term> after(std::span<const term::Term> start, term::Term count);

 private:
  struct Form {
    Induction kind = Induction::None;
    term::Term amount;  // Linear, Quadratic: of the next step
    term::Term growth;  // Quadratic: of that amount
  };
  bool reads_only(term::Term term, std::initializer_list<Induction> kinds);
  Form form_of(std::size_t location);
  std::vector<term::Term> stepped() const;
  std::vector<term::Term> explained();
  term::Term moved(const Form& form, term::Term start, term::Substitution& at_start, term::Term count);

  term::TermPool& pool_;
  term::Support& support_;
  std::span<const term::Term> generic_;
  std::vector<term::Term> updates_;
  std::vector<Form> forms_;
  std::vector<std::size_t> location_of_;  // by variable index; kNowhere if it is none of ours
  term::Substitution advance_, explain_;
};

}  // namespace janus::engine
