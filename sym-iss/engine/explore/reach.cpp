#include "engine/explore/reach.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "isa/instruction.h"
#include "isa/predicates.h"
#include "term/evaluate.h"

namespace janus::engine {
namespace {

// Of a path that is told as a test case: with more, that takes seconds.
constexpr std::uint64_t kMostInputs = 10'000;

// Whether the end of a path leaves something open that is not in a waiting state.
bool leaves_something_open(Termination reason) {
  const Consequence consequence = row(reason).consequence;
  if (consequence == Consequence::Pruned) return reason != Termination::Infeasible;
  return consequence == Consequence::GivenUp;
}

}  // namespace

std::uint64_t ended_well(const ExplorationResult& result) {
  std::uint64_t paths = 0;
  for (const auto& [reason, count] : result.ended) paths += row(reason).consequence == Consequence::Normal ? count : 0;
  return paths;
}

std::optional<Reach::Least> behind_every_path(const ExplorationConfig& config, const ExplorationResult& so_far,
                                              std::uint64_t cut_decisions, const CaseMaker& cases,
                                              const WaitingPart& states) {
  const bool has_shortcuts = config.techniques.any() || config.bounded || config.resumed || config.hart.seeds;
  const bool lost_path = std::ranges::any_of(
      so_far.ended, [](const auto& end) { return end.second > 0 && leaves_something_open(end.first); });
  if (has_shortcuts || lost_path || cut_decisions > 0 || so_far.unconfirmed > 0 || !config.hart.interrupts.empty())
    return std::nullopt;
  // A merged state counts the instructions of the shortest of its paths, and all of them have made the same inputs.
  const ExecutionState* shortest = nullptr;
  std::uint64_t inputs = std::numeric_limits<std::uint64_t>::max();
  bool is_known = true;
  for (const ExecutionState* const state : states) {
    is_known = is_known && !state->ahead && state->clock_lag.known && !state->widened && state->iterations.empty();
    inputs = std::min(inputs, state->inputs ? std::uint64_t{state->inputs->index} + 1 : 0);
    if (!shortest || state->hart.retired < shortest->hart.retired) shortest = state;
  }
  if (!is_known || !shortest) return std::nullopt;
  Reach::Least least{.instructions = shortest->hart.retired, .inputs = inputs};
  const std::uint64_t made = shortest->inputs ? std::uint64_t{shortest->inputs->index} + 1 : 0;
  if (shortest->model && made <= kMostInputs)
    least.shortest = cases.make_unmeasured(*shortest, {.reason = Termination::InstructionLimit});
  return least;
}

std::optional<bool> jumps(const ExecutionState& state, const isa::ImageCode& code) {
  using isa::Opcode;
  const auto instruction = code.at(state.hart.pc);
  if (!instruction || !isa::is_branch(*instruction) || !state.model) return std::nullopt;
  const auto value = [&](unsigned number) {
    const auto& word = state.hart.x[number];
    return static_cast<std::uint32_t>(word.term ? term::evaluate(word.term, *state.model) : word.bits.raw);
  };
  const std::uint32_t left = value(instruction->rs1), right = value(instruction->rs2);
  const bool is_less = static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right);
  const auto outcomes = std::to_array<std::pair<Opcode, bool>>({{Opcode::beq, left == right},
                                                                {Opcode::bne, left != right},
                                                                {Opcode::blt, is_less},
                                                                {Opcode::bge, !is_less},
                                                                {Opcode::bltu, left < right},
                                                                {Opcode::bgeu, left >= right}});
  const auto* const found = std::ranges::find(outcomes, instruction->opcode, &std::pair<Opcode, bool>::first);
  return found == outcomes.end() ? std::nullopt : std::optional(found->second);
}

void note_waiting(const ExecutionState& state, const isa::ImageCode& code, std::uint64_t paths, Reach& reach) {
  constexpr std::size_t kMostPlaces = 2000;
  reach.waiting_at[state.hart.pc] += paths;
  const bool is_noted = reach.waiting_at.size() <= kMostPlaces && reach.waiting_at[state.hart.pc] <= kMostPlaces;
  const auto side = is_noted ? jumps(state, code) : std::nullopt;
  if (!side) return;
  Reach::Sides& sides = reach.waiting_sides[state.hart.pc];
  (*side ? sides.jump : sides.go_on) += paths;
}

}  // namespace janus::engine
