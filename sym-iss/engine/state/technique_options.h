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

struct RevisitOptions {
  // Whether cells that differ between the states of a place are widened, so that endlessly many states become few.
  // Where the states are finitely many, it takes longer, since what is impossible has to be refuted.
  bool widen = true;
};

struct TechniqueOptions {
  LearnOptions learn;
  RevisitOptions revisit;
};

}  // namespace janus::engine
