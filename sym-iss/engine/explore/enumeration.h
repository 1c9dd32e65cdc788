// Trying every value (--enumerate): where the inputs of a path have few values together, the concrete hart runs the
// firmware once for each combination, a million times a second if the paths are short. It knows no terms, so it does
// not matter how hard the questions about them would be: nothing has to be slower than this.
//
// The values that an input can have follow from its size, and from the assumptions before the first fork. Whatever
// ends a run in another way than well is looked at once more by an exploration of that path alone, which decides what
// it is and makes the test case. The firmware may use of the hooks those that make inputs, assume and assert, and tell
// of memory, and no device may have inputs. docs/decisions/0081-trying-every-value.md.
//
// Detectors are asked in each run, about its values. `bounds` also asks what an access is for other inputs of the path:
// where that matters, the path is looked at with terms, once for each instruction and object; and so is one run that is
// long, if repeating itself for ever is a violation. docs/decisions/0088-trying-every-value-with-detectors.md.
#pragma once

#include <memory>
#include <string>

#include "engine/explore/exploration_run.h"

namespace janus::engine {

// Why an exploration cannot try every value, as a phrase for people; empty if it can.
std::string why_not_enumerated(const ExplorationConfig& config, const ExplorationEvents& events);

// Prepares an exploration that tries every value. It must be possible, and `config.enumerate` is ignored. The run gives
// up if it turns out that there are too many values, or that the firmware needs more than a concrete hart.
std::unique_ptr<ExplorationRun> start_enumeration(const support::FirmwareImage& image, const ExplorationConfig& config,
                                                  const ExplorationEvents& events);

}  // namespace janus::engine
