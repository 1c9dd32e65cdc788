// The part of an execution state that loop summaries keep: the loops that the path is in.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/call_stack.h"

namespace janus::engine {

struct LoopVisit {
  const Frame* calls;
  std::uint32_t header;           // address
  std::uint32_t depth;            // forks of the path at the last visit of the header
  bool do_not_summarize = false;  // the path unrolls the loop from now on
  std::uint32_t quiet = 0;        // visits of the header since the path last forked
};

struct LoopVisits {
  std::vector<LoopVisit> loops;  // innermost last
};

}  // namespace janus::engine
