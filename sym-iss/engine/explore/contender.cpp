#include "engine/explore/contender.h"

#include <fmt/format.h>

#include "engine/explore/results.h"

namespace janus::engine {

bool Contender::loops_endlessly() const {
  using namespace schedule;
  if (!run || 4 * std::uint64_t{run->deepest()} < 3 * run->forks()) return false;
  return run->forks() >= kForksOfLoop || run->inputs() >= kInputsOfLoop ||
         progress.done.instructions >= kInstructionsOfLoop;
}

TechniqueReport report_turns(const std::deque<Contender>& contenders, const Contender* winner) {
  TechniqueReport report{.name = "auto", .counts = {}, .remarks = {}};
  for (const Contender& c : contenders) {
    if (c.spent > 0) report.counts.emplace_back("ms of " + c.name, static_cast<std::uint64_t>(c.spent * 1000));
  }
  report.remarks.push_back(winner ? fmt::format("decided by the {} exploration", winner->name)
                                  : "no exploration came to a verdict");
  return report;
}

void add_work_of_others(ExplorationResult& result, const std::deque<Contender>& contenders, const Contender& winner) {
  for (const Contender& c : contenders) {
    if (c.result) result.repeatable = result.repeatable && c.result->repeatable;
    if (&c == &winner) continue;
    if (c.run) {
      result.overdue += c.run->overdue();
      add_solver_work(result, c.run->so_far());
    } else if (c.result) {
      result.overdue += c.result->overdue;
      add_solver_work(result, *c.result);
    }
  }
  result.repeatable = result.repeatable && result.overdue == 0;
}

}  // namespace janus::engine
