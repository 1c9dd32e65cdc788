// The inputs on which a condition depends on one path, whose model is known.
//
// A term reads more than matters there: what is loaded through a symbolic index is a choice of all that may be loaded.
// On the path one of them is chosen, and what chooses may have been decided before. So the variables of a condition are
// those of what the model chooses, and of the truths and choices that are still open: whoever changes others alone, and
// stays on the path so far, changes no outcome.
//
// Cost: linear in the nodes of the conditions that have choices, up to a limit on all of them; behind it, all variables
// of a condition are told.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solver/path_condition.h"
#include "term/evaluate.h"
#include "term/support.h"

namespace janus::engine {

class PathDependence {
 public:
  using Model = std::shared_ptr<const term::Assignment>;

  // The condition has this value on the path from now on.
  void decide(term::Term condition, bool holds) { note(condition, {1, holds}, 0); }
  // What is assumed, as far as it is new.
  void assume(const solver::PathCondition& path);
  // Indices of variables, ascending. If all that the condition reads was decided before, all of it.
  std::vector<std::uint32_t> variables(term::Term condition, const Model& model);

 private:
  static constexpr std::size_t kMostNodes = 4'000'000;
  static constexpr unsigned kDeepest = 32, kDeepestDecided = 5;  // of terms

  struct Bits {
    std::uint64_t mask = 0, value = 0;  // where a bit is known, and what it is
  };
  void note(term::Term term, Bits bits, unsigned depth);
  std::optional<std::uint64_t> decided(term::Term term, unsigned depth) const;

  term::Support support_;
  term::Evaluator evaluator_;
  Model model_;                                    // the evaluator's
  std::unordered_map<std::uint32_t, Bits> known_;  // of decided terms, by node id
  std::uint32_t assumed_ = 0;                      // conjuncts of the path
  std::size_t nodes_ = 0;
};

}  // namespace janus::engine
