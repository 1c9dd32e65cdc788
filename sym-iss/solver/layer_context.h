// Shared by the layers in front of the core solver: the pool, the variables that terms read, the values that words can
// have along a path, and the check of a suggested model.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/path_readers.h"
#include "solver/value_facts.h"
#include "term/evaluate.h"
#include "term/support.h"
#include "term/term_pool.h"

namespace janus::solver {

class LayerContext {
 public:
  explicit LayerContext(term::TermPool& pool, ValueReasoning reasoning = ValueReasoning::Full)
      : pool(pool), values(reasoning) {}

  term::TermPool& pool;
  term::Support support;
  PathReaders readers{support};
  PathValues values;

  // The values that a variable, given by its index, can have by these facts; null if nothing is known.
  const ValueSet* known(const ValueFacts& facts, std::uint32_t variable) const {
    return facts.known(pool.variables()[variable].term);
  }

  // Whether `candidate` satisfies `path` and `question`. `model` must satisfy `path` or be empty. Conjuncts whose
  // variables have the same values in both are not evaluated.
  bool satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                 const term::Assignment& candidate);
  // An assignment given to evaluator.assign() must stay unchanged and alive until the next assign().
  term::Evaluator evaluator;

 private:
  static constexpr std::size_t kMostChanged = 8;  // of which each is looked for

  void find_changed(const term::Assignment& model, const term::Assignment& candidate);

  std::vector<std::uint32_t> changed_;  // variables, ascending; not all if they are more than kMostChanged
  std::uint64_t fingerprint_ = 0;       // of all of them (term/support.h); all ones if there is no model
};

}  // namespace janus::solver
