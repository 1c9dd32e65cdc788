// Tells somebody of questions, and how long the answers took: the whole chain, from the first layer to the core.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "solver/decorator.h"

namespace janus::solver {

// How long a question took. Most are answered so fast that to tell of each would take longer: after the first 4096,
// every 61st is told, and stands for the fast ones before it. A long one is always told; if it was not measured, with
// the time of the core solver or, if that was not asked, counted time (term/work_clock.h).
struct QuestionTime {
  std::chrono::nanoseconds time{};
  unsigned times = 1;  // how many questions it stands for
};

// Must not ask the solver.
using Watch = std::function<void(const PathCondition& path, term::Term question, Answer answer, QuestionTime time)>;

// The statistics have no line about this layer.
std::unique_ptr<Solver> make_watching_solver(std::unique_ptr<Solver> next, Watch watch);

}  // namespace janus::solver
