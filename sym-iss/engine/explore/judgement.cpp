#include "engine/explore/judgement.h"

#include <fmt/format.h>

namespace janus::engine {
namespace {

std::string given_up_paths(Termination reason, std::uint64_t count, const ExplorationLimits& limits) {
  const char* const plural = count == 1 ? "" : "s";
  if (reason == Termination::InstructionLimit) {
    return fmt::format("{} path{} reached --max-instructions {}", count, plural, limits.instructions);
  }
  return fmt::format("{} path{}: {}", count, plural, row(reason).text);
}

void judge_bounded(ExplorationResult& result) {
  const FormulaStatistics& formula = *result.formula;
  if (formula.answer == "unsat" && formula.cut == "unsat") {  // no input takes a path that was cut off
    result.gave_up.clear();
    result.waiting = 0;
  }
  if (formula.answer == "not asked") result.gave_up.push_back("the formula was not solved (--solve)");
  if (formula.answer == "unknown") result.gave_up.push_back("the solver gave up on the formula (--solver-timeout)");
  if (formula.cut == "unknown") {
    result.gave_up.push_back("the solver gave up on whether an input reaches a limit (--solver-timeout)");
  }
}

}  // namespace

void judge(ExplorationResult& result, const ExplorationLimits& limits, bool violated) {
  for (const auto& [reason, count] : result.ended) {
    if (row(reason).consequence == Consequence::GivenUp) {
      result.gave_up.push_back(given_up_paths(reason, count, limits));
    }
  }
  if (result.formula) judge_bounded(result);
  // What the hart dropped is in no formula.
  if (result.hart.gave_up) {
    result.gave_up.push_back(
        fmt::format("the solver gave up on {} of its queries (--solver-timeout)", result.hart.gave_up));
  }
  if (result.hart.broken_off && result.gave_up.empty()) result.gave_up.push_back("interrupted");
  if (result.unconfirmed) {
    result.gave_up.push_back(fmt::format("{} violation{} took another path on the concrete machine", result.unconfirmed,
                                         result.unconfirmed == 1 ? "" : "s"));
  }
  if (result.hart.concretizations) {
    const bool one = result.hart.concretizations == 1;
    result.gave_up.push_back(
        fmt::format("{} value{} concretized", result.hart.concretizations, one ? " was" : "s were"));
  }
  if (violated) {
    result.verdict = Verdict::Unsafe;
  } else {
    result.verdict = result.gave_up.empty() && result.waiting == 0 ? Verdict::Safe : Verdict::Unknown;
  }
}

}  // namespace janus::engine
