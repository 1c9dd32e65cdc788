#include "engine/revisit/cell_invariants.h"

#include <fmt/format.h>

#include <algorithm>

#include "term/evaluate.h"
#include "term/linear.h"
#include "term/substitute.h"

namespace janus::engine {

using cells::Cell;
using cells::Key;
using term::Term;

namespace {

constexpr std::size_t kMostGuards = 8;

bool may_be_at(std::uint32_t pc, const Key& key) { return key.first == 0 || key.first == pc; }

}  // namespace

Term CellInvariants::stands_for(const Place& place) {
  return pool_.variable(fmt::format("~at.{:x}.{:x}.{}", place.key.first, place.key.second, place.bytes),
                        8 * place.bytes);
}

bool CellInvariants::learn(Term violated, const std::vector<Term>& decided, const std::vector<Content>& contents,
                           bool at_zero) {
  if (invariants_.size() >= kMost || term::size_of(violated, kMaxNodes) >= kMaxNodes) return false;
  std::vector<Term> held, stand;
  std::set<std::uint32_t> known;  // variables that stand for a place
  for (const Content& one : contents) {
    if (one.term.is_constant()) continue;
    held.push_back(one.term);
    stand.push_back(stands_for(one.place));
    known.insert(static_cast<std::uint32_t>(stand.back()->value));
  }
  term::Substitution to_places(pool_, held, stand);
  const auto is_of_places = [&](Term condition) {
    const auto set = support_.of(condition);
    return set != term::Support::kMany && !condition.is_constant() &&
           std::ranges::all_of(support_.variables(set), [&](auto each) { return known.contains(each); });
  };
  // What a condition says of places if all else is zero.
  term::Substitution without_inputs(pool_, [&](Term variable) {
    return known.contains(static_cast<std::uint32_t>(variable->value)) ? Term() : pool_.constant(variable.width(), 0);
  });
  // Null if the condition is about anything else, too.
  const auto of_places = [&](Term condition, bool at_zero) {
    if (term::size_of(condition, kMaxNodes) >= kMaxNodes) return Term();
    const Term result = to_places(condition);
    if (is_of_places(result)) return result;
    const Term rest = at_zero ? without_inputs(result) : Term();
    return rest && is_of_places(rest) ? rest : Term();
  };
  const Term failed = of_places(violated, at_zero);
  if (!failed || !known_.insert(failed.node()).second) return false;
  // The latest decisions are mostly those that the condition belongs to.
  Invariant made{.forms = {pool_.bit_not(failed)}};
  const auto add_form = [&](Term guarded) {
    const Term form = pool_.bit_not(guarded);
    if (!(form == made.forms.back()) && !form.is_constant()) made.forms.push_back(form);
  };
  std::vector<Term> guards;
  for (const Term each : decided) {
    const Term guard = guards.size() < kMostGuards ? of_places(each, false) : Term();
    if (guard) guards.push_back(guard);
  }
  for (const Content& one : contents) {
    if (one.term.is_constant() && one.is_new && guards.size() < 2 * kMostGuards)
      guards.push_back(pool_.eq(stands_for(one.place), one.term));
  }
  for (const Term guard : guards) add_form(pool_.bit_and(failed, guard));
  Term guarded = failed;
  for (const Term guard : guards) guarded = pool_.bit_and(guarded, guard);
  add_form(guarded);
  for (const Content& one : contents) {
    const Term stand_in = stands_for(one.place);
    const bool is_read = std::ranges::any_of(made.forms, [&](Term form) { return is_read_by(form, stand_in); });
    if (is_read) made.reads.push_back({one.place, stand_in});
  }
  if (made.reads.size() > kMostRead) return false;
  invariants_.push_back(std::move(made));
  return true;
}

std::vector<CellInvariants::Place> CellInvariants::latest() const {
  std::vector<Place> places;
  for (const Content& one : invariants_.back().reads) places.push_back(one.place);
  return places;
}

void CellInvariants::begin_again() {
  for (Invariant& invariant : invariants_) invariant.form_at.clear();
}

bool CellInvariants::is_read_by(Term term, Term variable) {
  const std::uint32_t index[] = {static_cast<std::uint32_t>(variable->value)};
  return support_.has_any(support_.of(term), index);
}

bool CellInvariants::reads(const Held& held, Cell cell, unsigned bytes) {
  return std::ranges::any_of(*held.reads, [&](const Content& one) {
    const auto& [key, count] = one.place;
    return cells::is_memory(key.second) && key.second < cell + bytes && cell < key.second + count &&
           is_read_by(held.condition, one.term);
  });
}

// An equation, as the word at a place and what is equal to it; two null terms if there is none.
std::pair<Term, Term> CellInvariants::equation_of(const Held& held, const Place& place) {
  const auto own = std::ranges::find(*held.reads, place, &Content::place);
  if (own == held.reads->end() || !held.condition.is(term::Kind::Eq)) return {};
  const Term left = held.condition->child[0], right = held.condition->child[1], word = own->term;
  if (left.width() != word.width()) return {};
  const Term difference = pool_.sub(left, right);
  const auto sum = term::words_of_sum(pool_, difference);
  if (!sum) return {};
  const auto in_sum = std::ranges::find(sum->words, word, &std::pair<Term, std::uint64_t>::first);
  if (in_sum == sum->words.end()) return {};
  const bool is_added = in_sum->second == 1, is_subtracted = in_sum->second == term::mask(word.width());
  if (!is_added && !is_subtracted) return {};
  const Term rest = is_added ? pool_.sub(word, difference) : pool_.add(word, difference);
  return is_read_by(rest, word) ? std::pair<Term, Term>() : std::pair(word, rest);
}

Term CellInvariants::solved(const Held& held, const Place& place, const Contents& contents) {
  const auto [word, rest] = equation_of(held, place);
  return word ? instance({rest, held.reads}, contents) : Term();
}

std::set<CellInvariants::Place> CellInvariants::defined_by(const std::vector<Held>& all) {
  std::map<Place, std::size_t> read;  // by how many
  for (const Held& held : all) {
    for (const Content& one : *held.reads) read[one.place] += is_read_by(held.condition, one.term);
  }
  std::set<Place> defined;
  for (const Held& held : all) {
    const Content* best = nullptr;
    for (const Content& one : *held.reads) {
      if (defined.contains(one.place) || !equation_of(held, one.place).first) continue;
      if (!best || read[one.place] < read[best->place]) best = &one;
    }
    if (best) defined.insert(best->place);
  }
  return defined;
}

Term CellInvariants::instance(const Held& held, const Contents& contents) {
  std::vector<Term> stand, now;
  for (const Content& one : *held.reads) {
    if (!is_read_by(held.condition, one.term)) continue;
    const Term term = contents(one.place.key.second, one.place.bytes);
    if (!term) return {};
    stand.push_back(one.term);
    now.push_back(term);
  }
  return term::Substitution(pool_, stand, now)(held.condition);
}

std::vector<CellInvariants::Held> CellInvariants::holding(const ExecutionState& state, const Contents& contents) {
  std::vector<Held> result;
  const std::uint32_t pc = state.hart.pc;
  const auto follows = [&](Term condition) {
    if (!condition || condition.is_constant()) return condition && condition.is_constant(1);
    if (term::evaluate(condition, *state.model) == 0) return false;
    solver_.set_timeout(kQuestionSeconds);
    term::Assignment model = *state.model;
    return solver_.check(state.path, pool_.bit_not(condition), model) == solver::Answer::Unsat;
  };
  for (Invariant& invariant : invariants_) {
    if (!std::ranges::all_of(invariant.reads, [&](const Content& one) { return may_be_at(pc, one.place.key); }))
      continue;
    std::size_t& form = invariant.form_at[pc];
    for (; form < invariant.forms.size(); ++form) {
      const Held held{invariant.forms[form], &invariant.reads};
      if (!follows(instance(held, contents))) continue;
      result.push_back(held);
      break;
    }
  }
  return result;
}

}  // namespace janus::engine
