// The verdict on an exploration, from what it counted.
#pragma once

#include "engine/explore/exploration.h"

namespace janus::engine {

// Completes `result.gave_up`, a phrase for each reason why the verdict is not safe, and sets `result.verdict`. To be
// called once, when everything else in `result` is final; `violated` says whether a finding is a violation.
//
// Safe is a promise: it is the verdict only if every path was explored to a normal end, the solver answered every
// question, no value was concretized and no limit was hit. Of a bounded check: if no input leads to a violation, nor to
// where a path was cut off.
void judge(ExplorationResult& result, const ExplorationLimits& limits, bool violated);

}  // namespace janus::engine
