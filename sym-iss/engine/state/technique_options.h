// Options of techniques, apart from their switches.
#pragma once

namespace janus::engine {

// Which waiting state --learn runs next. BlackBox: the state that the SAT solver's solution leads to. Guide: the same,
// with the SAT solver steered to stay close to the last path. Maximize: like Guide after a short clause, else like
// BlackBox.
enum class LearnStrategy { BlackBox, Guide, Maximize };

struct LearnOptions {
  LearnStrategy strategy = LearnStrategy::Maximize;
  unsigned percent = 10;  // Maximize: a clause is short if it has at most this percentage of the path's edges
};

struct TechniqueOptions {
  LearnOptions learn;
};

}  // namespace janus::engine
