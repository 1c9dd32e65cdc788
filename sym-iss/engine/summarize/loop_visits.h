// What summing up loops keeps of a path: the loops that the path is in.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/call_stack.h"

namespace janus::engine {

struct LoopVisit {
  const Frame* calls;
  std::uint32_t header;      // address
  std::uint32_t depth;       // forks of the path when it was there last
  bool leave_alone = false;  // not to be summed up any more
};

struct LoopVisits {
  std::vector<LoopVisit> loops;  // innermost last
};

}  // namespace janus::engine
