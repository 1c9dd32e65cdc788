#include "engine/summarize/induction.h"

#include <algorithm>

namespace janus::engine {
namespace {

using term::Term;

constexpr std::size_t kNowhere = ~std::size_t{0};

std::vector<std::size_t> places_of(std::span<const Term> variables) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::size_t index = variables[i]->value;
    if (index >= places.size()) places.resize(index + 1, kNowhere);
    places[index] = i;
  }
  return places;
}

}  // namespace

// Fixed locations are found first, then linear locations, which need fixed amounts, then quadratic and derived
// locations, which need linear ones.
InductionForms::InductionForms(term::TermPool& pool, term::Support& support, std::span<const Term> generic,
                               std::span<const Term> updates)
    : pool_(pool),
      support_(support),
      generic_(generic),
      updates_(updates.begin(), updates.end()),
      forms_(generic.size()),
      location_of_(places_of(generic)),
      advance_(pool, {}, {}),
      explain_(pool, {}, {}) {
  for (std::size_t i = 0; i < generic_.size(); ++i) {
    if (updates_[i] == generic_[i]) forms_[i].kind = Induction::Fixed;
  }
  for (std::size_t i = 0; i < generic_.size(); ++i) {
    if (forms_[i].kind == Induction::Fixed) continue;
    const Term amount = pool_.sub(updates_[i], generic_[i]);
    if (is_fixed(amount)) forms_[i] = {Induction::Linear, amount, {}};
  }
  advance_ = term::Substitution(pool_, generic_, stepped());
  for (std::size_t i = 0; i < generic_.size(); ++i) {
    if (forms_[i].kind == Induction::None) forms_[i] = form_of(i);
  }
  for (std::size_t i = 0; i < generic_.size(); ++i) {
    if (forms_[i].kind != Induction::None) continue;
    if (reads_only(updates_[i], {Induction::Fixed, Induction::Linear, Induction::Quadratic})) {
      forms_[i].kind = Induction::Derived;
    }
  }
  explain_ = term::Substitution(pool_, generic_, explained());
}

InductionForms::Form InductionForms::form_of(std::size_t location) {
  const Term amount = pool_.sub(updates_[location], generic_[location]);
  if (!is_linear_input(amount)) return {};
  const Term growth = pool_.sub(advance_(amount), amount);
  return is_fixed(growth) ? Form{Induction::Quadratic, amount, growth} : Form{};
}

// The values of all variables after one iteration, as far as they are fixed or linear.
std::vector<Term> InductionForms::stepped() const {
  std::vector<Term> next(generic_.begin(), generic_.end());
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (forms_[i].kind == Induction::Linear) next[i] = pool_.add(generic_[i], forms_[i].amount);
  }
  return next;
}

// For each derived variable, the expression that the previous iteration computed it from, over the current variables.
std::vector<Term> InductionForms::explained() {
  std::vector<Term> before(generic_.begin(), generic_.end());  // one iteration ago
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (forms_[i].kind == Induction::Linear) before[i] = pool_.sub(generic_[i], forms_[i].amount);
  }
  term::Substitution back(pool_, generic_, before);
  std::vector<Term> meaning(generic_.begin(), generic_.end());
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (forms_[i].kind == Induction::Derived && is_linear_input(updates_[i])) meaning[i] = back(updates_[i]);
  }
  return meaning;
}

bool InductionForms::reads_only(Term term, std::initializer_list<Induction> kinds) {
  const term::Support::Set set = support_.of(term);
  if (set == term::Support::kMany) return false;
  const auto& variables = support_.variables(set);
  return std::all_of(variables.begin(), variables.end(), [&](std::uint32_t variable) {
    const std::size_t i = variable < location_of_.size() ? location_of_[variable] : kNowhere;
    return i == kNowhere || std::find(kinds.begin(), kinds.end(), forms_[i].kind) != kinds.end();
  });
}

bool InductionForms::reads_derived(Term term) {
  return !reads_only(term, {Induction::Fixed, Induction::Linear, Induction::Quadratic, Induction::None});
}

std::optional<std::size_t> InductionForms::without_form() const {
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    if (forms_[i].kind == Induction::None) return i;
  }
  return std::nullopt;
}

// The value of a location that is not derived, after `count` iterations. n * (n - 1) / 2 modulo 2^32 is computed as (n
// / 2) * ((n - 1) | 1), which needs no 33rd bit. If n is even, n - 1 is odd and (n - 1) | 1 is n - 1. If n is odd, n /
// 2 rounds down to (n - 1) / 2 and (n - 1) | 1 is n.
Term InductionForms::value_after(const Form& form, Term start, term::Substitution& at_start, Term count) {
  if (form.kind == Induction::Fixed) return start;
  const Term linear = pool_.add(start, pool_.mul(at_start(form.amount), count));
  if (form.kind == Induction::Linear) return linear;
  const Term one = pool_.constant(32, 1);
  const Term triangle = pool_.mul(pool_.lshr(count, one), pool_.bit_or(pool_.sub(count, one), one));
  return pool_.add(linear, pool_.mul(at_start(form.growth), triangle));
}

std::vector<Term> InductionForms::after(std::span<const Term> start, Term count) {
  term::Substitution at_start(pool_, generic_, start);
  const Term before = pool_.sub(count, pool_.constant(32, 1));
  std::vector<Term> values(start.begin(), start.end()), last(start.begin(), start.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (forms_[i].kind == Induction::Derived) continue;
    values[i] = value_after(forms_[i], start[i], at_start, count);
    last[i] = value_after(forms_[i], start[i], at_start, before);
  }
  term::Substitution at_last(pool_, generic_, last);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (forms_[i].kind == Induction::Derived) values[i] = at_last(updates_[i]);
  }
  return values;
}

}  // namespace janus::engine
