#include "engine/subsume/loop_descent.h"

#include <algorithm>

namespace janus::engine {

using term::Term;

Term LoopDescent::moves_back(const Measure& measure, const WayBack& way) {
  const auto& word = way.words[measure.word];
  const Term low = measure.grows ? word.now : word.entry, high = measure.grows ? word.entry : word.now;
  return measure.is_signed ? pool_.slt(low, high) : pool_.ult(low, high);
}

// False if there was no answer.
bool LoopDescent::drop_what_moves_back(std::vector<Measure>& measures, const WayBack& way, std::uint64_t& questions) {
  term::Assignment model = *way.model;
  while (true) {
    evaluator_.assign(model);
    std::erase_if(measures, [&](const Measure& measure) { return evaluator_(moves_back(measure, way)) != 0; });
    Term any = pool_.truth(false);
    for (const Measure& measure : measures) any = pool_.bit_or(any, moves_back(measure, way));
    if (any.is_constant(0)) return true;
    if (questions == 0) return false;
    --questions;
    switch (solver_.check(way.path, any, model)) {
      case solver::Answer::Unsat: return true;
      case solver::Answer::Unknown: return false;
      case solver::Answer::Sat: break;
    }
  }
}

// Whether the way changes a word of some measure, whatever the inputs are.
bool LoopDescent::changes_one(const std::vector<Measure>& measures, const WayBack& way, std::uint64_t& questions) {
  Term none = pool_.truth(true);
  for (const Measure& measure : measures) {
    const auto& word = way.words[measure.word];
    none = pool_.bit_and(none, pool_.eq(word.now, word.entry));
  }
  if (none.is_constant()) return none.is_constant(0);
  evaluator_.assign(*way.model);
  if (evaluator_(none) != 0 || questions == 0) return false;
  --questions;
  term::Assignment model = *way.model;
  return solver_.check(way.path, none, model) == solver::Answer::Unsat;
}

bool LoopDescent::ends(std::vector<WayBack> ways, std::uint64_t& questions) {
  while (!ways.empty()) {
    std::vector<Measure> measures;
    for (std::size_t word = 0; word < ways.front().words.size(); ++word) {
      for (const bool is_signed : {true, false}) {
        for (const bool grows : {true, false}) measures.push_back({word, is_signed, grows});
      }
    }
    for (const WayBack& way : ways) {
      if (!drop_what_moves_back(measures, way, questions)) return false;
    }
    if (std::erase_if(ways, [&](const WayBack& way) { return changes_one(measures, way, questions); }) == 0)
      return false;
  }
  return true;
}

}  // namespace janus::engine
