// A region: hot code around a place that is translated as one piece. It contains the code that branches, direct jumps,
// calls and returns from calls lead to, as far as that code has been executed, up to a limit.
#pragma once

#include <cstdint>
#include <vector>

#include "hart/code_cache.h"

namespace janus::hart {

struct Region {
  struct Place {
    std::uint32_t slot;    // index
    std::uint32_t weight;  // how often it was executed, roughly; at least 1
    bool starts;           // a block starts here: it may be entered
    bool returns_here;     // the instruction before is a call
  };
  std::vector<Place> places;  // by index

  const Place* find(std::uint32_t slot) const;
  // Whether an instruction begins inside of another one.
  bool overlaps = false;
};

inline constexpr std::size_t kMostRegionInstructions = 1000;

// The region around the slot `start`, which must be decoded. May decode more.
Region select_region(CodeCache& code, std::uint32_t start);

}  // namespace janus::hart
