// One of the explorations that take turns in automatic exploration (automatic.h).
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/explore/exploration_run.h"
#include "engine/explore/forecast.h"
#include "engine/explore/schedule.h"
#include "engine/explore/turns.h"

namespace janus::engine {

struct Contender {
  std::string name;
  ExplorationConfig config;
  double weight = 1;      // of the contender's time
  bool is_known = false;  // another one has explored the same: nobody needs to hear what the firmware tells
  double head_start = 0;  // weighted seconds that the other alternatives get before the contender's first turn
  std::unique_ptr<ExplorationRun> run = {};  // null before the first turn and after the last
  std::unique_ptr<JobInTurns> turns = {};    // the same; runs `run`
  double spent = 0;                          // seconds
  bool ended = false;
  Forecast forecast = {};
  std::optional<ExplorationResult> result = {};  // once the contender has ended
  Progress progress = {};                        // as the contender reported last
  // The alternative with the fewest weighted seconds has the next turn.
  double weighted_seconds() const {
    const bool ineffective = run && spent >= schedule::kSecondsToEffect && run->shortcuts() == 0;
    return std::max(head_start, spent * weight * (ineffective ? schedule::kIneffectiveWeight : 1));
  }
  double seconds_left() const { return forecast.total() - spent; }  // meaningful if the forecast is Outlook::Ends

  Contender() = default;
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;
  ~Contender() { cancel(); }
  void cancel() {
    if (run && turns && !turns->ended()) run->cancel();
    turns.reset();
  }
};

// How far everybody has come who had a turn.
inline std::vector<Turn> turns_of(const std::deque<Contender>& contenders) {
  std::vector<Turn> turns;
  for (const Contender& c : contenders) {
    if (c.spent == 0) continue;
    Reach reach = c.run ? c.run->reach() : c.result ? c.result->reach : Reach();
    turns.push_back({c.name, c.spent, c.config.hart.detectors.check_memory(), std::move(reach)});
  }
  return turns;
}

}  // namespace janus::engine
