// Answers questions that read so few bits that all assignments can be tried: the variables of question and path
// together have some million values, by the facts of the path. Where arithmetic mixes the bits (divisions by constants,
// remainders, products of calendars, codes and filters), that takes milliseconds where a SAT solver takes minutes.
//
// A question with few assignments is answered here at once. With more, the next solver is asked first, for about as
// long as the assignments would take. With too many, and products or divisions, a few thousand are tried: a routine
// that is wrong for one input in a hundred is found out at once.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_exhaustive_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
