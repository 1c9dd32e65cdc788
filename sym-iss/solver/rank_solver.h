// Asks the core solver about words that are only compared in as many bits as their order needs.
//
// Merged paths of programs that sort, search and look for the largest are formulas of comparisons and choices, in which
// an input of 32 bits is never more than a place in an order: four inputs need three bits each (rank_map.h). Words that
// are compared with one another, directly or through choices, are one class. A class whose words take part in
// anything else, such as a sum, stays as it is; which also holds from then on, so that the terms that the core solver
// knows remain those that it is asked about.
//
// Only for questions with alternatives: on a single path, comparisons of inputs are quick to decide.
//
// Cost: each node is looked at once in an exploration, and rewritten once for each change of the classes, which are at
// most kMostChanges; a look-up for each conjunct of a question.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_rank_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
