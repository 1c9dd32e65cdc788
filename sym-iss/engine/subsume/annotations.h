// Annotations: at a place, conditions under which nothing can go wrong from there (subsumption.h says why).
//
// An annotation is about states in the same situation (everything that is no term), and its condition about the
// locations of such a state. Which states it holds for is a question to the solver, asked only if the annotations hold
// under the state's own model. Several are tried together: each model that breaks one is answered by another one that
// holds there.
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
  static constexpr std::size_t kMaxPerPlace = 8;  // the oldest gives way
  static constexpr std::size_t kMaxSize = 2048;   // nodes of a condition; larger ones are dropped
  static constexpr unsigned kMaxQuestions = 4;    // to the solver, for one arrival
  static constexpr double kSeconds = 2;           // for a question
  static constexpr std::uint32_t kPatience = 32;  // arrivals without success, after which most are let through

  Annotations(Locations& locations, solver::Solver& solver) : locations_(locations), solver_(solver) {}

  // From now on `condition` is known at `place` for states in `situation`.
  void add(std::uint32_t place, const std::shared_ptr<const Situation>& situation, term::Term condition);

  // A condition that `state`, which is where its pc is, satisfies for all of its inputs; nothing if none is known.
  // Leaves the solver's timeout changed.
  std::optional<term::Term> implied_by(const ExecutionState& state);

  // The conditions known for states like this one.
  std::vector<term::Term> known_for(const ExecutionState& state) const;

  struct Statistics {
    std::uint64_t added = 0, too_large = 0;
    std::uint64_t arrivals = 0;   // of a state where there are annotations for it
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
    term::Term condition, here;  // over locations, over the state's inputs
  };
  std::optional<term::Term> implied(const ExecutionState& state, const std::vector<Candidate>& candidates);

  Locations& locations_;
  solver::Solver& solver_;
  term::Evaluator evaluator_;
  std::unordered_map<std::uint32_t, Place> places_;
  Statistics statistics_;
};

// Whether `state` is in that situation. Never while a timer is armed: then time decides, too.
bool in_situation(const ExecutionState& state, const Situation& situation);

}  // namespace janus::engine
