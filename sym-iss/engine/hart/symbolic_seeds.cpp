// Seeds: inputs that paths begin with (engine/state/seeds.h).
//
// The seeds of a state satisfy its path condition. At a decision, they go to the sides on which they hold, so nobody
// has to ask the solver whether a side with a seed is feasible. A state follows its first seed: the seed's model is the
// state's. A technique or a question that gives the state another model ends that, and the state is one like any other.
#include <algorithm>
#include <iterator>

#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using term::Term;

bool follows_seed(const ExecutionState& state) { return state.seeds && state.seeds->front().model == state.model; }

void SymbolicHart::plant_seeds(State& state) {
  if (!config_.seeds || config_.seeds->empty()) return;
  auto seeds = std::make_shared<Seeds>();
  for (const SeedBytes& bytes : *config_.seeds) seeds->push_back({&bytes, 0, state.model});
  state.seeds = std::move(seeds);
}

namespace {

void assign(term::Assignment& model, Term variable, std::uint64_t value) {
  const auto index = static_cast<std::uint32_t>(variable->value);
  model.set(index, value);
}

bool holds_for(const Seed& seed, Term condition) { return term::evaluate(condition, *seed.model) != 0; }

}  // namespace

// Gives a new input its bytes, for each seed.
void SymbolicHart::take_from_seeds(State& state, Input& input) {
  if (!follows_seed(state)) return state.seeds.reset();
  for (term::ByteChunk* chunk : input.chunks) pool_.byte_chunks().divide(*chunk, 8);
  auto seeds = std::make_shared<Seeds>(*state.seeds);
  for (Seed& seed : *seeds) {
    auto model = std::make_shared<term::Assignment>(*seed.model);
    input.for_each_part([&](std::uint32_t offset, Term part) {
      std::uint64_t value = 0;
      for (unsigned i = 0; i < part.width() / 8; ++i) {
        const std::size_t at = seed.used + offset + i;
        if (at < seed.bytes->size()) value |= std::uint64_t{(*seed.bytes)[at]} << (8 * i);
      }
      assign(*model, part, value);
    });
    seed.used += input.size;
    seed.model = std::move(model);
  }
  state.model = seeds->front().model;
  state.seeds = std::move(seeds);
}

// Gives a new variable, which no condition reads yet, a value in the state's model and in those of its seeds.
void SymbolicHart::assign_to_models(Term variable, std::uint64_t value) {
  const bool seeded = follows_seed(*state_);
  if (state_->model) {
    auto model = std::make_shared<term::Assignment>(*state_->model);
    assign(*model, variable, value);
    state_->model = std::move(model);
  }
  if (!seeded) return state_->seeds.reset();
  auto seeds = std::make_shared<Seeds>(*state_->seeds);
  for (Seed& seed : *seeds) {
    auto model = std::make_shared<term::Assignment>(*seed.model);
    assign(*model, variable, value);
    seed.model = std::move(model);
  }
  state_->model = seeds->front().model;
  state_->seeds = std::move(seeds);
}

// Keeps the seeds for which `condition` holds, and lets the state follow the first of them. The others; null if there
// are none.
std::shared_ptr<const Seeds> SymbolicHart::keep_seeds(Term condition) {
  if (!state_->seeds) return nullptr;
  if (!follows_seed(*state_)) {
    state_->seeds.reset();
    return nullptr;
  }
  auto kept = std::make_shared<Seeds>(), others = std::make_shared<Seeds>();
  for (const Seed& seed : *state_->seeds) (holds_for(seed, condition) ? kept : others)->push_back(seed);
  if (!kept->empty()) state_->model = kept->front().model;
  state_->seeds = kept->empty() ? nullptr : std::move(kept);
  return others->empty() ? nullptr : std::move(others);
}

}  // namespace janus::engine
