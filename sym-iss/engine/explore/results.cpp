#include "engine/explore/results.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "support/contract.h"

namespace janus::engine {
namespace {

template <class Key>
void add_counts(std::map<Key, std::uint64_t>& sum, const std::map<Key, std::uint64_t>& part) {
  for (const auto& [key, count] : part) sum[key] += count;
}

void add_layers(std::vector<solver::SolverStatistics>& sum, const std::vector<solver::SolverStatistics>& part) {
  for (const solver::SolverStatistics& layer : part) {
    const auto same = std::ranges::find(sum, layer.layer, &solver::SolverStatistics::layer);
    if (same == sum.end()) {
      sum.push_back(layer);
      continue;
    }
    same->asked += layer.asked;
    same->sat += layer.sat;
    same->unsat += layer.unsat;
    same->unknown += layer.unknown;
    same->overdue += layer.overdue;
    same->seconds += layer.seconds;
  }
}

}  // namespace

void add_inputs(SymbolicHartStatistics& sum, const SymbolicHartStatistics& part) {
  sum.most_inputs = std::max(sum.most_inputs, part.most_inputs);
  sum.most_input_bytes = std::max(sum.most_input_bytes, part.most_input_bytes);
}

// A new count does not compile until it is added.
void add_hart(SymbolicHartStatistics& sum, const SymbolicHartStatistics& part) {
  const auto& [instructions, cycles, forks, branches_on_terms, gave_up, broken_off, concretizations, looked_at,
               by_value, symbolic_addresses, arrivals, seen_again, restarts, ignored_hooks, moved_handler, most_inputs,
               most_input_bytes, assertions, gave_up_at, forks_at] = part;
  sum.instructions += instructions;
  sum.cycles += cycles;
  sum.forks += forks;
  sum.branches_on_terms += branches_on_terms;
  sum.gave_up += gave_up;
  sum.broken_off = broken_off;  // earlier ones were asked again
  sum.concretizations += concretizations;
  sum.looked_at += looked_at;
  sum.by_value += by_value;
  sum.symbolic_addresses += symbolic_addresses;
  sum.arrivals += arrivals;
  sum.seen_again += seen_again;
  sum.restarts += restarts;
  sum.ignored_hooks += ignored_hooks;
  if (sum.moved_handler == 0) sum.moved_handler = moved_handler;
  add_inputs(sum, part);
  add_counts(sum.assertions, assertions);
  add_counts(sum.gave_up_at, gave_up_at);
  add_counts(sum.forks_at, forks_at);
}

void add_result(ExplorationResult& sum, ExplorationResult part) {
  const bool is_first = sum.hart.instructions == 0;
  sum.memory = is_first || sum.memory == part.memory ? part.memory : MemoryChecked::Partly;
  const std::vector<std::uint32_t> unchecked = std::move(sum.unchecked);
  sum.unchecked.clear();
  std::ranges::set_union(unchecked, part.unchecked, std::back_inserter(sum.unchecked));
  for (Finding& finding : part.findings) {
    finding.path += sum.paths;
    sum.findings.push_back(std::move(finding));
  }
  sum.paths += part.paths;
  sum.stand_for += std::min(part.stand_for, std::numeric_limits<std::uint64_t>::max() - sum.stand_for);
  add_counts(sum.ended, part.ended);
  sum.first_end.merge(part.first_end);
  sum.unexpected_halts += part.unexpected_halts;
  sum.unconfirmed += part.unconfirmed;
  add_hart(sum.hart, part.hart);
  add_layers(sum.solver, part.solver);
  sum.queries += part.queries;
  sum.solver_seconds += part.solver_seconds;
  sum.seconds += part.seconds;
  sum.overdue += part.overdue;
  sum.repeatable = part.repeatable && sum.overdue == 0;
  sum.peak_bytes = std::max(sum.peak_bytes, part.peak_bytes);
  sum.terms = std::max(sum.terms, part.terms);
  sum.merging = part.merging;
  sum.techniques = std::move(part.techniques);
  sum.coverage = part.coverage;
  sum.formula = std::move(part.formula);
  sum.times = std::move(part.times);
  sum.tree = std::move(part.tree);
  sum.branches = part.branches;
  sum.reach = std::move(part.reach);
  sum.verdict = part.verdict;
  sum.gave_up = std::move(part.gave_up);
  sum.waiting = part.waiting;
}

void add_solver_work(ExplorationResult& sum, const ExplorationResult& part) {
  add_layers(sum.solver, part.solver);
  sum.queries += part.queries;
  sum.solver_seconds += part.solver_seconds;
}

const solver::SolverStatistics& core_of(const std::vector<solver::SolverStatistics>& statistics) {
  const auto core = std::ranges::find(statistics, solver::kCoreLayer, &solver::SolverStatistics::layer);
  JANUS_REQUIRE(core != statistics.end());
  return *core;
}

std::vector<solver::SolverStatistics> layers_of(const solver::Solver& solver,
                                                const std::vector<solver::SolverStatistics>& before) {
  std::vector<solver::SolverStatistics> layers;
  solver.collect(layers);
  for (const solver::SolverStatistics& earlier : before) {
    const auto same = std::ranges::find(layers, earlier.layer, &solver::SolverStatistics::layer);
    JANUS_REQUIRE(same != layers.end());
    same->asked -= earlier.asked;
    same->sat -= earlier.sat;
    same->unsat -= earlier.unsat;
    same->unknown -= earlier.unknown;
    same->overdue -= earlier.overdue;
    same->seconds -= earlier.seconds;
  }
  return layers;
}

std::uint64_t overdue_of(const std::vector<solver::SolverStatistics>& layers) {
  std::uint64_t overdue = 0;
  for (const solver::SolverStatistics& layer : layers) overdue += layer.overdue;
  return overdue;
}

void note_memory(ExplorationResult& result, const hart::Detectors& detectors, bool settled,
                 const hart::UnsureAccesses& unchecked) {
  if (!detectors.has(hart::Detector::bounds)) return;
  result.memory = detectors.check_memory() && settled ? MemoryChecked::Wholly : MemoryChecked::Partly;
  std::set<std::uint32_t> instructions = unchecked.unknown;
  // Of variables in a frame, the compiler knows where the others are, and reaches one from the other.
  for (const auto& [pc, object] : unchecked.left) {
    if (detectors.object_at(object)) instructions.insert(pc);
  }
  result.unchecked.assign(instructions.begin(), instructions.end());
}

void note_layers(ExplorationResult& result, std::vector<solver::SolverStatistics> layers, double elapsed) {
  result.solver = std::move(layers);
  result.queries = core_of(result.solver).asked;
  for (const solver::SolverStatistics& layer : result.solver) {
    result.solver_seconds += layer.seconds;
    if (layer.layer == solver::kCoreLayer) break;  // the core's own solvers follow
  }
  result.solver_seconds = std::min(result.solver_seconds, elapsed);  // some layers are timed by samples
}

}  // namespace janus::engine
