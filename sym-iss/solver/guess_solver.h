// Guesses models: before the core solver is asked, the words that a question reads are given a few orders (rising,
// falling, shuffled), and small values. A guess counts only if path condition and question evaluate to true under it.
//
// What merged paths leave behind, minima and maxima of minima and maxima, says little about single words, but is true
// of a good part of all orders. A guess costs an evaluation; finding a model costs the core solver thousands.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_guess_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
