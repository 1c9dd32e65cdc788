// Asks about a number that was read digit by digit, or a sum of bytes, as one word, where nothing else is asked about
// the digits (free_sums.h). That the digits of a number of fourteen places may add up to something small modulo 2^32
// takes a SAT solver seconds; a free word may be anything.
//
// Cost: a walk over path and question for each question with sums.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_sum_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
