// Which of the explorations that took turns deserves all of the time, as far as their figures tell, if none has
// decided.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/explore/exploration.h"

namespace janus::app {

// The options with which an exploration that takes turns is one by itself. Empty if it needs none, or is unknown.
std::string_view options_of_turn(std::string_view turn);

// Whether it is the exploration of a technique against path explosion.
bool is_technique(std::string_view turn);

// Whether what an exploration tells of its progress (engine::Reach::progress) goes with what others have done: not if
// one of them has ended more paths than there should be, or if it has ended few itself.
bool estimate_holds(const std::vector<engine::Turn>& turns, const engine::Turn& turn);

// The part of states that its technique has spared.
double spared_part(const engine::Turn& turn);

struct PromisingTurn {
  const engine::Turn* turn = nullptr;  // one of the turns; null if no figure speaks for any
  bool came_furthest = false;          // else: it has spared the largest part of its states
};
PromisingTurn promising_turn(const std::vector<engine::Turn>& turns);

// The same as a line for people. Empty unless explorations took turns until their time was over, so many seconds.
// `takes_switches`: the command has options for single techniques.
std::string advice_of_turns(const engine::ExplorationResult& result, double seconds, bool takes_switches);

}  // namespace janus::app
