// Where the work of an exploration went, for other tools.
#pragma once

#include <string>

#include "engine/state/work_profile.h"
#include "observe/code_map.h"

namespace janus::app {

// Instructions, forks, ends of states, waiting states, questions and the solver's time by source line, with calls if
// the profile followed them; in callgrind's format.
// `counts`: of the instructions, of a profile that does not follow calls; may be null.
std::string work_callgrind(const engine::WorkProfile& profile, const program::ExecutionCounts* counts,
                           observe::CodeMap& code);

}  // namespace janus::app
