// Annotations: for a place in the code, conditions under which nothing can go wrong from there (subsumption.h says
// why).
//
// An annotation is about states in one situation (everything that is no term). Its condition is about the locations of
// such a state. Whether a state implies an annotation is a question to the solver; the question is asked only if the
// annotation holds under the state's own model. Several annotations can cover a state together: if a model violates the
// annotations tried so far, another annotation that holds under this model is added to the disjunction.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/state/locations.h"
#include "engine/subsume/history.h"
#include "solver/solver.h"
#include "term/evaluate.h"

namespace janus::engine {

class Annotations {
 public:
  static constexpr std::size_t kMaxPerPlace = 8;  // a further annotation replaces the oldest
  static constexpr std::size_t kMaxSize = 2048;   // nodes of a condition; a larger condition is dropped
  static constexpr unsigned kMaxQuestions = 4;    // to the solver, for one arrival of a state
  static constexpr double kQuestionSeconds = 2;   // counted (term/work_clock.h), per question
  static constexpr std::uint32_t kMissesBeforeThrottling =
      32;  // arrivals without success before most arrivals are skipped

  // All references must outlive the object.
  Annotations(Locations& locations, solver::Solver& solver) : locations_(locations), solver_(solver) {}

  // Annotates `place`, an address, with `condition` for states in `situation`.
  void add(std::uint32_t place, const std::shared_ptr<const Situation>& situation, term::Term condition);

  // A condition known at the pc of `state` that all inputs of the state's path satisfy; nothing if none was found.
  // Changes the solver's timeout.
  std::optional<term::Term> implied_by(const ExecutionState& state);

  // The conditions known at the pc of `state` for its situation.
  std::vector<term::Term> known_for(const ExecutionState& state) const;

  struct Statistics {
    std::uint64_t added = 0, too_large = 0;
    std::uint64_t arrivals = 0;   // of states at places with annotations for their situation
    std::uint64_t questions = 0;  // to the solver
  };
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Annotation {
    std::shared_ptr<const Situation> situation;
    term::Term condition;
  };
  struct Place {
    std::vector<Annotation> annotations;
    std::size_t oldest = 0;
    std::uint32_t arrivals = 0, misses = 0;  // misses since the last success
  };
  struct Candidate {
    term::Term condition;  // over locations
    term::Term here;       // the same over the state's inputs
  };
  std::optional<term::Term> implied(const ExecutionState& state, const std::vector<Candidate>& candidates);

  Locations& locations_;
  solver::Solver& solver_;
  term::Evaluator evaluator_;
  std::unordered_map<std::uint32_t, Place> places_;
  Statistics statistics_;
};

// Whether `state` is in `situation`. Always false while a timer is armed, since the time then influences what happens
// next.
bool in_situation(const ExecutionState& state, const Situation& situation);

}  // namespace janus::engine
