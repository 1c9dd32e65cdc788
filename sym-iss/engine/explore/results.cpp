#include "engine/explore/results.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace janus::engine {
namespace {

template <class Key>
void add_counts(std::map<Key, std::uint64_t>& sum, const std::map<Key, std::uint64_t>& part) {
  for (const auto& [key, count] : part) sum[key] += count;
}

void add_hart(SymbolicHartStatistics& sum, const SymbolicHartStatistics& part) {
  sum.instructions += part.instructions;
  sum.cycles += part.cycles;
  sum.forks += part.forks;
  sum.branches_on_terms += part.branches_on_terms;
  sum.gave_up += part.gave_up;
  sum.broken_off = part.broken_off;  // earlier ones were asked again
  sum.concretizations += part.concretizations;
  sum.looked_at += part.looked_at;
  sum.by_value += part.by_value;
  sum.ignored_hooks += part.ignored_hooks;
  sum.most_inputs = std::max(sum.most_inputs, part.most_inputs);
  sum.most_input_bytes = std::max(sum.most_input_bytes, part.most_input_bytes);
  add_counts(sum.assertions, part.assertions);
  add_counts(sum.gave_up_at, part.gave_up_at);
  add_counts(sum.forks_at, part.forks_at);
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

void add_result(ExplorationResult& sum, ExplorationResult part) {
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
  sum.verdict = part.verdict;
  sum.gave_up = std::move(part.gave_up);
  sum.waiting = part.waiting;
}

}  // namespace janus::engine
