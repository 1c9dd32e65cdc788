#include "solver/cases.h"

namespace janus::solver {

std::optional<Cases> cases_of(LayerContext& context, const PathCondition& path, term::Term question,
                              std::uint64_t most) {
  const ValueFacts& facts = context.values.at(path);
  std::optional<std::uint32_t> fewest;
  const ValueSet* values = nullptr;
  for (const std::uint32_t variable : context.support.variables(context.support.of(question))) {
    const ValueSet* const set = context.known(facts, variable);
    if (!set || set->is_empty() || set->is_single() || set->size() >= most) continue;
    if (!values || set->size() < values->size()) fewest = variable, values = set;
  }
  if (!fewest) return std::nullopt;
  Cases cases{context.pool.variables()[*fewest].term, {}};
  for (const Interval& interval : values->intervals()) {
    // By the number of values: the last may be the largest there is.
    for (std::uint64_t i = 0; i <= interval.high - interval.low; ++i) {
      if (values->contains(interval.low + i)) cases.values.push_back(interval.low + i);
    }
  }
  return cases;
}

}  // namespace janus::solver
