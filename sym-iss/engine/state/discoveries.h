// Which paths were the first to take a branch in some direction, so that a few test cases cover what all of them cover.
//
// A path knows its last discovery, and a discovery the one before on its path. Forks share what their common prefix has
// discovered; the first of them that ends and asks has it. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

class Discoveries {
 public:
  // `state` has taken a branch in a direction in which nobody has taken it before.
  void add(ExecutionState& state) {
    all_.push_back({state.discovery, false});
    state.discovery = static_cast<std::uint32_t>(all_.size() - 1);
  }
  // Whether the path has discoveries of which no path before was told. From now on they are told.
  bool tell(const ExecutionState& state) {
    bool is_first = false;
    for (std::uint32_t at = state.discovery; at != 0 && !all_[at].told; at = all_[at].earlier) {
      all_[at].told = is_first = true;
    }
    return is_first;
  }

 private:
  struct Discovery {
    std::uint32_t earlier;
    bool told;
  };
  std::vector<Discovery> all_{{0, true}};  // the first stands for none
};

}  // namespace janus::engine
