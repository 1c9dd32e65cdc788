// A region: the hot code around a place, which is translated as one piece. It follows branches, direct jumps, calls and
// the places where calls return to, as far as they were executed, up to a limit.
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
    bool returns_here;     // behind a call
  };
  std::vector<Place> places;  // by index

  const Place* find(std::uint32_t slot) const;
};

inline constexpr std::size_t kMostRegionInstructions = 1000;

// The region around a slot that is decoded.
Region select_region(CodeCache& code, std::uint32_t start);

}  // namespace janus::hart
