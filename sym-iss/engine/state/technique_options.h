// What techniques can be told besides that they are on.
#pragma once

namespace janus::engine {

// Which waiting state --learn runs next: whatever the SAT solver comes up with, what is closest to the last path, or
// that only if the last clause was short.
enum class LearnStrategy { BlackBox, Guide, Maximize };

struct LearnOptions {
  LearnStrategy strategy = LearnStrategy::Maximize;
  unsigned percent = 10;  // Maximize: a clause is short if it has at most so many per cent of the path's edges
};

struct TechniqueOptions {
  LearnOptions learn;
};

}  // namespace janus::engine
