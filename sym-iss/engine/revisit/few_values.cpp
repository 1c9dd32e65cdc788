#include "engine/revisit/few_values.h"

#include <algorithm>
#include <utility>

#include "engine/revisit/live_path.h"
#include "engine/state/state_parts.h"

namespace janus::engine {

using term::Term;

// At most one more than kMaxTerms.
std::vector<FewValues::Held> FewValues::terms_of(const ExecutionState& state) {
  std::vector<Held> held;
  const auto find = [&](Term term) -> Held* {
    if (!held.empty() && held.back().term == term) return &held.back();
    if (const auto found = std::ranges::find(held, term, &Held::term); found != held.end()) return &*found;
    return held.size() > kMaxTerms ? nullptr : &held.emplace_back(Held{.term = term});
  };
  for (std::uint8_t i = 0; i < state.hart.x.size(); ++i) {
    const Term term = state.hart.x[i].term;
    if (!term || is_widened_(term)) continue;
    if (Held* const at = find(term)) at->registers.push_back(i);
  }
  for_each_symbolic_byte(state.memory, [&](std::uint32_t offset, memory::SymbolicByte<Term> byte) {
    if (pool_.byte_chunks().of(byte.symbol) || is_widened_(byte.symbol)) return;
    if (Held* const at = find(byte.symbol)) at->bytes.emplace_back(offset, byte.index);
  });
  return held;
}

// All values of a term on the path; empty if there are more than kFew, or the solver gave up.
std::vector<FewValues::Value> FewValues::values_of(const ExecutionState& state, Term term) {
  if (const solver::ValueSet bound = solver_.values(state.path, term); bound.size() >= kFew * 4) return {};
  std::vector<Value> values;
  Term others = pool_.truth(true);
  for (auto model = state.model; model;) {
    if (values.size() == kFew) return {};
    const std::uint64_t value = term::evaluate(term, *model);
    values.push_back({value, model});
    others = pool_.bit_and(others, pool_.bit_not(pool_.eq(term, pool_.constant(term.width(), value))));
    if (others.is_constant(0)) break;
    term::Assignment next = *state.model;
    const solver::Answer answer = solver_.check(state.path, others, next);
    if (answer == solver::Answer::Unknown) return {};
    model = answer == solver::Answer::Sat ? std::make_shared<const term::Assignment>(std::move(next)) : nullptr;
  }
  return values;
}

// Pointers keep their origins.
void FewValues::set(ExecutionState& state, const Held& held, std::uint64_t value) {
  std::vector<std::pair<std::uint32_t, hart::Origin>> registers, words;
  const auto word_of = [&](std::uint32_t offset) {
    return term::SymbolicValues(pool_).from_term<32>(word_at(pool_, state.memory, offset));
  };
  if (state.shadow) {
    const auto& pointers = state.shadow->pointers;
    const auto keep = [](auto& origins, std::uint32_t place, hart::Origin origin) {
      if (origin.known()) origins.emplace_back(place, origin);
    };
    for (const std::uint8_t number : held.registers)
      keep(registers, number, pointers.of_register(number, state.hart.x[number]));
    for (const auto& [offset, index] : held.bytes)
      keep(words, offset & ~3U, pointers.of_word(ram_base_ + (offset & ~3U), word_of(offset & ~3U)));
  }
  for (const std::uint8_t number : held.registers)
    state.hart.x[number] = term::SymbolicValues::constant<32>(static_cast<std::uint32_t>(value));
  for (const auto& [offset, index] : held.bytes)
    state.memory.write(offset, static_cast<std::uint8_t>(value >> (8 * index)));
  if (registers.empty() && words.empty()) return;
  state.shadow = std::make_shared<Shadow>(*state.shadow);
  for (const auto& [number, origin] : registers)
    state.shadow->pointers.set_register(static_cast<std::uint8_t>(number), origin, state.hart.x[number]);
  for (const auto& [offset, origin] : words)
    state.shadow->pointers.set_word(ram_base_ + offset, origin, word_of(offset));
}

States FewValues::cases_of(const ExecutionState& state) {
  const std::vector<Held> all = terms_of(state);
  if (all.size() > kMaxTerms) return {};
  solver_.set_timeout(kQuestionSeconds);
  States cases;
  for (const Held& held : all) {
    const Term term = held.term;
    States finer;
    bool splits = true;
    const std::size_t count = std::max<std::size_t>(cases.size(), 1);
    for (std::size_t i = 0; i < count && splits; ++i) {
      const ExecutionState& whole = cases.empty() ? state : *cases[i];
      const std::vector<Value> values = values_of(whole, term);
      splits = !values.empty() && finer.size() + values.size() <= kMaxCases;
      for (std::size_t v = 0; splits && v < values.size(); ++v) {
        auto& one = finer.emplace_back(std::make_unique<ExecutionState>(whole));
        const Term equal = pool_.eq(term, pool_.constant(term.width(), values[v].value));
        if (!equal.is_constant()) one->path = solver::extend(one->path, equal);
        one->model = values[v].model;
        one->depth += values.size() > 1;
        set(*one, held, values[v].value);
      }
    }
    if (splits) cases = std::move(finer);
  }
  return cases;
}

}  // namespace janus::engine
