// What a path condition says about the values that words can have: a set (value_set.h) for each word it bounds.
//
// Both stages of PARTI (ASE 2018, sections 3.1 to 3.4): learning pushes the values that a condition may have down to
// the words it reads; deciding puts sets together upwards. Beyond it: a condition may read several words (each is
// bounded by the sets of the others), operations that cannot be inverted keep their set where they stand, bit-wise
// operations work on known bits, and `ite` follows its condition. Sets contain every value there is, so a contradiction
// is one; whether a value in a set can be had together with the others is not promised.
//
// Not thread-safe.
#pragma once

#include "solver/path_annotation.h"
#include "solver/shared_table.h"
#include "solver/value_set.h"
#include "term/support.h"

namespace janus::solver {

enum class Truth { Always, Never, Either };

// How much of it. `Parti` is what the paper describes, to compare with: conditions on one variable each, arithmetic and
// no bit-wise operations; on a path with any other condition it gives up.
enum class ValueReasoning : std::uint8_t { Full, Parti };

class ValueFacts {
 public:
  explicit ValueFacts(ValueReasoning reasoning = ValueReasoning::Full) : reasoning_(reasoning) {}

  // Whether a question can be answered: always, but for `Parti`.
  bool can_answer(term::Term question) const;

  // Adds that `condition` holds. False if nothing satisfies it and what is known.
  bool learn(term::Term condition);
  // All values that `term` can have, and maybe more.
  ValueSet values(term::Term term) const;
  // `Either` if it cannot tell.
  Truth decide(term::Term condition) const;
  // The values that the variable of that index can have; null if nothing is known of it.
  const ValueSet* known_variable(std::uint64_t index) const;

 private:
  // Deeper structure is not looked at, nor more than so many nodes at a time; a condition is pushed down in so many
  // steps.
  static constexpr unsigned kMaxDepth = 64, kMaxNodes = 256, kMaxSteps = 256;

  ValueSet values(term::Term term, unsigned& nodes, unsigned depth) const;
  ValueSet computed(term::Term term, unsigned& nodes, unsigned depth) const;
  bool require(term::Term term, ValueSet wanted, unsigned depth);
  bool require_children(term::Term term, const ValueSet& wanted, unsigned depth);
  bool require_truth(term::Term term, bool truth, unsigned depth);
  bool require_ordered(term::Term low, term::Term high, bool strict, bool is_signed, unsigned depth);
  bool keep(term::Term term, ValueSet set);

  SharedTable<ValueSet> sets_;
  ValueReasoning reasoning_;
  bool gave_up_ = false;  // `Parti` met a condition it cannot learn
  unsigned steps_ = 0;    // left for the condition that is being learned
};

// Value facts along paths.
class PathValues {
 public:
  explicit PathValues(ValueReasoning reasoning) : facts_(ValueFacts(reasoning)) {}
  const ValueFacts& at(const PathCondition& path) {
    return facts_.at(path, [](ValueFacts& known, const PathCondition& up_to) { known.learn(up_to.last()->term); });
  }

 private:
  PathAnnotation<Layer::Values, ValueFacts> facts_;
};

}  // namespace janus::solver
