// Guesses models before the core solver is asked: gives the words that a question reads values in a few orders (rising,
// falling, shuffled), and small values. A guess counts only if path condition and question evaluate to true under it.
//
// Merged paths leave nested minima and maxima behind. These say little about single words, but many orders of the words
// satisfy them. A guess costs one evaluation; the core solver takes thousands of times as long to find a model.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_guess_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
