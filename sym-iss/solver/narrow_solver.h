// Makes products, quotients and remainders narrower by what the path says about their operands, for the core solver.
//
// A circuit for a product or a quotient is quadratic in its width, and questions about such circuits grow much faster.
// The layer rewrites path and question where the sets of values along the path (value_facts.h) tell more than the terms
// do: a word that has one value becomes a constant, and a word below 2^k becomes an extension of its k low bits. The
// rules of simplification (sym-iss/term) then drop signs that are known, such as in x ^ x >> 31, and divide and
// multiply in fewer bits. Paths and questions without divisions go to the next layer as they are.
//
// Each replacement is added to the path as an equation. So the result has exactly the models of path and question: both
// imply each equation, and where the equations hold, a rewritten term has the value of the original.
//
// Cost: a walk over path and question for each question about divisions, at most kMaxNodes nodes.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_narrow_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
