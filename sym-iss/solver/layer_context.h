// What the layers in front of the core solver share: the pool, which variables terms read, the values that words can
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

  // Whether `candidate` satisfies `path` and `question`. `model` satisfies `path`, or is empty: conjuncts that read no
  // variable in which the two differ need no look.
  bool satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                 const term::Assignment& candidate);
  // The value of a term; `assignment` stays unchanged and alive until the next call with another one.
  term::Evaluator evaluator;

 private:
  std::uint64_t changed_variables(const term::Assignment& model, const term::Assignment& candidate) const;
};

}  // namespace janus::solver
