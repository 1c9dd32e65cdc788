#include "app/work_report.h"

#include "observe/callgrind.h"

namespace janus::app {

std::string work_callgrind(const engine::WorkProfile& profile, const program::ExecutionCounts* counts,
                           observe::CodeMap& code) {
  observe::CostsOfCode costs{.events = {{"Instructions", ""},
                                        {"Forks", ""},
                                        {"Ended", "states that ended"},
                                        {"Waiting", "states that still waited at the end"},
                                        {"Queries", "to the solver"},
                                        {"Nanoseconds", "in the solver"}},
                             .costs = {},
                             .calls = {}};
  const auto costs_of = [](const engine::Work& work) {
    return observe::Costs{work.instructions, work.forks, work.ended, work.waiting, work.questions, work.nanoseconds};
  };
  auto places = profile.by_place();
  if (counts && !profile.follows_calls()) {
    counts->for_each([&](std::uint32_t pc, const auto& count) { places[pc].instructions += count.executed; });
  }
  for (const auto& [pc, work] : places) costs.costs.emplace_back(pc, costs_of(work));
  for (const auto& [arc, call] : profile.calls()) costs.calls.push_back({arc, {call.count, costs_of(call.inclusive)}});
  return callgrind_text(costs, code);
}

}  // namespace janus::app
