// What was executed of the source, and what else a report tells of its lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "app/hoisted_lines.h"
#include "app/reported_exploration.h"
#include "app/unwritten_variables.h"
#include "support/source_statements.h"

namespace janus::app {

struct SourceCoverage {
  const support::DebugInfo& debug;
  const program::ExecutionCounts& counts;
  const std::map<std::string, observe::CoveredFile>& coverage;
  const std::map<std::string, observe::CoveredFile>& executed;  // the same with widened states, which prove no coverage
  const program::ExecutionCounts& executed_counts;
  const std::map<std::uint32_t, std::uint64_t>& forks;  // by pc
  const ReachedBy& reached_by;
  std::string_view who;                            // has executed it: "the exploration", "the run"
  std::map<std::uint32_t, std::uint64_t> waiting;  // states at the end, by the instruction they are in front of
  std::map<std::uint32_t, engine::Reach::Sides> waiting_sides;  // of those in front of branches, where they are known
  std::map<std::pair<std::string, int>, std::size_t> failing;   // lines at which findings end: their numbers, from 1
  std::map<std::uint32_t, std::size_t> failing_at;              // the same for instructions, by pc
  std::map<std::uint32_t, std::size_t> failing_calls;           // and for calls in which they end
  bool is_complete;                                             // nobody waits: what was not reached never is
  bool all_fail = false;                                        // each path has ended at a finding, and none waits
  bool is_spared = false;                                       // some states were not followed, or widened
  std::map<std::uint32_t, std::uint64_t> assertions = {};       // how often each was checked, by pc
  const engine::AssumedSides* assumed = nullptr;  // of branches that went one way; null: nobody has looked
  std::string assumed_by_command = {};            // text_of_command()
  const UnwrittenVariables* unwritten = nullptr;  // on all paths; null: nobody has looked
  HoistedLines hoisted = {};                      // were not executed but for constants
  support::SourceStatements statements = support::SourceStatements(debug.image());

  // How many states wait in front of a branch that may go to this side of it. Those that are known to go to the other
  // one, as others did before them, tell nothing of it.
  std::uint64_t waiting_for(std::uint32_t branch, bool jump) const {
    const auto all = waiting.find(branch);
    const auto sides = waiting_sides.find(branch);
    if (all == waiting.end()) return 0;
    if (sides == waiting_sides.end()) return all->second;
    return all->second - std::min(all->second, jump ? sides->second.go_on : sides->second.jump);
  }

  // Behind "not executed": to whom that applies. Empty: to all paths.
  std::string_view until_now() const {
    if (is_complete) return "";
    return !waiting.empty() || !is_spared ? "so far" : "in any state that was followed";
  }
};

}  // namespace janus::app
