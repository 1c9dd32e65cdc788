#include "engine/explore/extreme_times.h"

#include <fmt/format.h>

namespace janus::engine {

void ExtremeTimes::ended(const ExecutionState& state, const Ending& ending, std::uint64_t path) {
  const TimedStretch& stretch = state.stretch;
  const bool open = !places_ || stretch.open;  // the end of the path is in what is measured
  if (!state.clock_lag.is_exact()) {
    ++inexact_;
    return;
  }
  if (consequence_of(ending) == Consequence::GivenUp) ++given_up_;
  // The address of a fault may decide what the access costs, and it is not one number.
  if (open && ending.trap_term) ++inexact_;
  if (open && ending.reason == Termination::Repeats) ++endless_;
  unknown_ends_ += stretch.unknown;
  if (!places_) {
    note(state, ending, path, state.hart.cycles, state.hart.cycles);
    return;
  }
  result_.inside += stretch.open;
  if (stretch.passed == 0) {
    ++result_.missed;
  } else {
    note(state, ending, path, stretch.least, stretch.most);
  }
}

void ExtremeTimes::note(const ExecutionState& state, const Ending& ending, std::uint64_t path, std::uint64_t least,
                        std::uint64_t most) {
  ++result_.counts[most];
  if (!result_.worst || most > result_.worst->cycles) take(result_.worst, state, ending, path, most);
  if (!result_.best || least < result_.best->cycles) take(result_.best, state, ending, path, least);
}

// A path whose end the concrete machine can tell must end there at the same cycle.
void ExtremeTimes::take(std::optional<ExtremeTime>& extreme, const ExecutionState& state, const Ending& ending,
                        std::uint64_t path, std::uint64_t cycles) {
  extreme = {cycles, path, cases_.make(state, ending)};
  const bool tells = ending.reason == Termination::Exited || ending.reason == Termination::Halted;
  if (tells && cases_.replays(extreme->test_case) == false) ++unconfirmed_;
}

TimesResult ExtremeTimes::finish(bool complete) {
  const auto remark = [this](std::uint64_t count, const char* what) {
    if (count > 0) result_.remarks.push_back(fmt::format("{} path{} {}", count, count == 1 ? "" : "s", what));
  };
  if (!complete) result_.remarks.emplace_back("the exploration is not complete");
  remark(given_up_, "given up");
  remark(endless_, "without end");
  remark(inexact_, "without an exact time");
  remark(unknown_ends_, "with a return address that depends on inputs");
  remark(unconfirmed_, "with another time on the concrete machine");
  result_.proved = result_.remarks.empty() && result_.worst;
  return std::move(result_);
}

}  // namespace janus::engine
