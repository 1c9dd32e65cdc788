// What a path condition says about the values of words: a set (value_set.h) for each word that the path bounds.
//
// These are both stages of PARTI (ASE 2018, sections 3.1 to 3.4): learning pushes the possible values of a condition
// down to the words it reads; deciding computes sets from the words upwards. Beyond PARTI: a condition may read several
// words (the sets of the others bound each); an operation that cannot be inverted keeps its own set; bit-wise
// operations work on known bits; and `ite` follows its condition. A set contains every possible value of its word, so
// every contradiction found is a contradiction. But a value in a set need not be possible.
//
// Not thread-safe.
#pragma once

#include <memory>
#include <utility>

#include "solver/path_annotation.h"
#include "solver/shared_table.h"
#include "solver/value_set.h"
#include "term/range.h"
#include "term/support.h"

namespace janus::solver {

enum class Truth { Always, Never, Either };

// `Parti` is only what the paper describes, for comparison: conditions on one variable each, arithmetic, and no
// bit-wise operations. On a path with any other condition, Parti gives up.
enum class ValueReasoning : std::uint8_t { Full, Parti };

class ValueFacts {
 public:
  // `ranges`, if there are any, tell of what lies too deep.
  explicit ValueFacts(ValueReasoning reasoning = ValueReasoning::Full, std::shared_ptr<term::Ranges> ranges = nullptr)
      : ranges_(std::move(ranges)), reasoning_(reasoning) {}

  // Whether this reasoning handles a question: always true, except with `Parti`.
  bool can_answer(term::Term question) const;

  // Learns that `condition` holds. False if this contradicts what is known.
  bool learn(term::Term condition);
  // A superset of the values that `term` can have.
  ValueSet values(term::Term term) const;
  // `Either` if the facts do not tell.
  Truth decide(term::Term condition) const;
  // The values that were learned for a term; null if nothing was.
  const ValueSet* known(term::Term term) const { return sets_.find(term); }

 private:
  // Limits: the nodes visited for one set, the steps to push one condition down, and how deep.
  static constexpr unsigned kMaxNodes = 256, kMaxSteps = 256, kMaxDepth = 64;

  ValueSet values(term::Term term, unsigned& nodes) const;
  ValueSet computed(term::Term term, unsigned& nodes) const;
  bool require(term::Term term, ValueSet wanted, unsigned depth);
  bool require_children(term::Term term, const ValueSet& wanted, unsigned depth);
  bool require_truth(term::Term term, bool truth, unsigned depth);
  bool require_ordered(term::Term low, term::Term high, bool strict, bool is_signed, unsigned depth);
  bool keep(term::Term term, ValueSet set);

  SharedTable<ValueSet> sets_;
  std::shared_ptr<term::Ranges> ranges_;
  ValueReasoning reasoning_;
  bool gave_up_ = false;  // `Parti` met a condition it cannot learn
  unsigned steps_ = 0;    // left for the condition that is being learned
};

// Value facts along paths.
class PathValues {
 public:
  // Facts stay with the paths, and may outlive this object.
  explicit PathValues(ValueReasoning reasoning)
      : facts_(ValueFacts(reasoning, reasoning == ValueReasoning::Full ? std::make_shared<term::Ranges>() : nullptr)) {}
  const ValueFacts& at(const PathCondition& path) {
    return facts_.at(path, [](ValueFacts& known, const PathCondition& up_to) { known.learn(up_to.last()->term); });
  }

 private:
  PathAnnotation<Layer::Values, ValueFacts> facts_;
};

}  // namespace janus::solver
