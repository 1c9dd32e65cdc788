// Shared by the layers in front of the core solver: the pool, the variables that terms read, the values that words can
// have along a path, and the check of a suggested model.
#pragma once

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
  PathValues values;

  // Whether `candidate` satisfies `path` and `question`. `model` must satisfy `path` or be empty. Conjuncts whose
  // variables have the same values in both are not evaluated.
  bool satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                 const term::Assignment& candidate);
  // An assignment given to evaluator.assign() must stay unchanged and alive until the next assign().
  term::Evaluator evaluator;

 private:
  std::uint64_t changed_variables(const term::Assignment& model, const term::Assignment& candidate) const;
};

}  // namespace janus::solver
