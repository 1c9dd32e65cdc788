// Tells somebody of every question, and how long the answer took: the whole chain, from the first layer to the core.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "solver/decorator.h"

namespace janus::solver {

// Must not ask the solver.
using Watch =
    std::function<void(const PathCondition& path, term::Term question, Answer answer, std::chrono::nanoseconds time)>;

// The statistics have no line about this layer.
std::unique_ptr<Solver> make_watching_solver(std::unique_ptr<Solver> next, Watch watch);

}  // namespace janus::solver
