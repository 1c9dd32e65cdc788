// What widening does at once, and with what the firmware asserts as invariants (cell_invariants.h).
#include <algorithm>
#include <set>
#include <tuple>

#include "engine/revisit/visited_states.h"
#include "engine/revisit/widening.h"
#include "engine/state/state_parts.h"
#include "term/evaluate.h"
#include "term/substitute.h"

namespace janus::engine {

using namespace cells;
using term::Term;

// Lets what cells have in common hold of what was put into them.
void Widening::keep_invariants(ExecutionState& state) {
  for (const auto& held : held_) {
    const Term now = invariants_.instance(held, [&](Cell cell, unsigned bytes) { return content(state, cell, bytes); });
    const bool holds = now && !now.is_constant() && term::evaluate(now, *state.model) != 0;
    if (!holds) continue;
    ranges_.insert(now.node());
    state.path = solver::extend(state.path, now);
  }
}

// What the cell becomes if it has always been the same function of another one that has become something: a copy, or a
// part, or shifted. Null otherwise.
Term Widening::by_another(std::uint32_t pc, Place& place, const std::vector<Put>& done, const Put& next) {
  if (!next.before || is_difference(next.cell)) return {};
  std::vector<Term> before, stand, now;
  std::set<std::uint32_t> known;
  for (const Put& one : done) {
    if (!one.before || one.before.is_constant() || is_difference(one.cell)) continue;
    before.push_back(one.before);
    stand.push_back(invariants_.stands_for({key_of(pc, one.cell), one.bytes}));
    now.push_back(one.now);
    known.insert(static_cast<std::uint32_t>(stand.back()->value));
  }
  Term function = term::Substitution(pool_, before, stand)(next.before);
  const auto& read = support_.variables(support_.of(function));
  const bool is_function = read.size() == 1 && known.contains(read.front());
  if (!is_function) function = {};
  Term& always = place.functions.try_emplace({next.cell, next.bytes}, function).first->second;
  if (!(always == function)) always = {};
  return always ? term::Substitution(pool_, stand, now)(function) : Term();
}

// What the cell becomes if an invariant says that of what all others have become; null otherwise.
Term Widening::by_invariant(const ExecutionState& state, const Place& place, const std::vector<Put>& done,
                            const Put& next) {
  const auto now = [&](Cell cell, unsigned bytes) {
    const auto found = std::ranges::find_if(
        done, [&](const Put& one) { return one.cell == cell && one.bytes == bytes && !is_difference(one.cell); });
    if (found != done.end()) return found->now;
    for (unsigned i = 0; i < (is_memory(cell) ? bytes : 1); ++i) {
      if (place.widened.contains(cell + i) && !is_exact(state.hart.pc, cell + i)) return Term();
    }
    return content(state, cell, bytes);
  };
  const CellInvariants::Place here{key_of(state.hart.pc, next.cell), next.bytes};
  if (!next.before || !defined_.contains(here)) return {};
  for (const auto& held : held_) {
    const Term made = invariants_.solved(held, here, now);
    if (made) return made;
  }
  return {};
}

// Notes of a word whether it is seen to be several cells, with a term for each: a range of both together says little.
void Widening::note_parts(const ExecutionState& state, std::uint32_t offset) {
  Term word = content(state, kRegisters + offset, kWordBytes);
  if (word && word.is(term::Kind::ZeroExtend)) word = word->child[0];
  if (!word || !word.is(term::Kind::Concat)) return;
  unsigned& most = parts_.try_emplace(kRegisters + offset, kWordBytes).first->second;
  unsigned low = 0;  // bits below what is looked at
  for (Term rest = word; rest.is(term::Kind::Concat); rest = rest->child[0]) {
    low += rest->child[1].width();
    most = std::min(most, low % 16 != 0 ? 1U : 2U);
  }
}

// Whether states are left as they are for the time being, so that more is seen of what changes.
bool Widening::is_scouting(std::uint32_t pc, const Place& place) {
  const auto [begin, is_new] = scouted_until_.try_emplace(pc, term::WorkClock::after(kScoutingSeconds));
  return place.most_of_path < kMostScouting && term::WorkClock::now() < begin->second;
}

// Whether the condition that fails is a new candidate for what states have in common where they are widened: of what
// cells hold where it fails, or of what they held where they were widened last.
bool Widening::learn_invariant(const ExecutionState& state, Term condition) {
  const LastLook* const last = state.parts.revisit.get();
  if (!last) return false;
  std::vector<Term> decided;
  for (const auto* each = state.path.last(); each && each != last->path.last(); each = each->parent) {
    if (!(each->term == condition) && !ranges_.contains(each->term.node())) decided.push_back(each->term);
  }
  Term all = condition;
  for (const Term each : decided) all = pool_.bit_and(all, each);
  const bool learned = invariants_.learn(condition, decided, contents_where_widened(state, *last), false) ||
                       invariants_.learn(condition, decided, variables_of(all, *last), true);
  if (!learned) return false;
  for (const auto& place : invariants_.latest()) {
    if (is_memory(place.key.second) && place.bytes == kWordBytes) words_.insert(place.key.second);
  }
  return true;
}

// The widest cells first, and memory before registers, which may hold the same only here.
std::vector<CellInvariants::Content> Widening::contents_where_widened(const ExecutionState& state,
                                                                      const LastLook& last) {
  std::set<std::tuple<unsigned, bool, Key>> places;
  for (const auto& [variable, origin] : origins_) {
    const bool is_register = origin.key.second < kRegisters;
    if (is_difference(origin.key.second) || (is_register && origin.key.first != last.pc)) continue;
    places.emplace(kWordBytes - origin.bytes, is_register, origin.key);
  }
  std::vector<CellInvariants::Content> contents;
  for (const auto& [pc, cell] : exact_) {
    if (is_memory(cell)) places.emplace(kWordBytes - 1, false, Key{pc, cell});
  }
  for (const auto& [narrower, is_register, key] : places) {
    const unsigned bytes = kWordBytes - narrower;
    const Term term = content(state, key.second, bytes);
    if (!term) continue;
    const auto offset = static_cast<std::uint32_t>(key.second - kRegisters);
    const bool is_new =
        !is_register && (exact_.contains(key) || !(bytes_at(pool_, last.memory, offset, bytes) == term));
    contents.push_back({{key, bytes}, term, is_new});
  }
  return contents;
}

// The variables that were put into cells and that the condition reads, of each cell the latest.
std::vector<CellInvariants::Content> Widening::variables_of(Term condition, const LastLook& last) {
  std::map<CellInvariants::Place, Term> variables;
  const auto set = support_.of(condition);
  for (const std::uint32_t variable : support_.variables(set)) {
    const auto found = origins_.find(variable);
    if (found == origins_.end() || is_difference(found->second.key.second)) continue;
    variables[{found->second.key, found->second.bytes}] = found->second.variable;
  }
  std::vector<CellInvariants::Content> contents;
  for (const auto& [place, variable] : variables) contents.push_back({place, variable});
  for (const Key& key : exact_) {
    if (!is_memory(key.second)) continue;
    const Term byte = bytes_at(pool_, last.memory, static_cast<std::uint32_t>(key.second - kRegisters), 1);
    if (byte.is_constant()) contents.push_back({{key, 1}, byte, true});
  }
  return contents;
}

// Whether a cell was seen to have few values wherever it was widened.
bool Widening::has_few_values(Cell cell) const {
  bool has_range = false;
  for (const auto& [key, place] : places_) {
    for (const auto& [cells, range] : place.ranges) {
      const auto& [first, bytes] = cells;
      if (cell < first || cell >= first + (is_memory(first) ? bytes : 1)) continue;
      if (range.growth > kGrowth || range.last() - range.first() >= kManyValues) return false;
      has_range = true;
    }
  }
  return has_range;
}

}  // namespace janus::engine
