// The verdict on an exploration, from the counts of the exploration.
#pragma once

#include "engine/explore/exploration.h"

namespace janus::engine {

// Sets `result.verdict`, and adds to `result.gave_up` a phrase for each reason why the verdict is not safe. Must be
// called once, when everything else in `result` is final. `violated` says whether a finding is a violation.
//
// Safe is a promise. It is the verdict only if every path was explored to a normal end, the solver answered every
// question, no value was concretized, and no limit was reached. The verdict of a bounded check is safe only if no input
// leads to a violation and no input takes a path that was cut off.
void judge(ExplorationResult& result, const ExplorationLimits& limits, bool violated);

}  // namespace janus::engine
