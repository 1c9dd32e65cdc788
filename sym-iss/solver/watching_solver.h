// Tells somebody of every question, and how long the answer took: the whole chain, from the first layer to the core.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "solver/decorator.h"

namespace janus::solver {

// How long a question took. Most are answered so fast that reading the clock would take longer: every 64th question is
// measured, and stands for the fast ones before it. A long one that was not measured has the time of the core solver
// or, if that was not asked, counted time (term/work_clock.h).
struct QuestionTime {
  std::chrono::nanoseconds time{};
  unsigned times = 1;  // how many questions it stands for; 0: another one stands for this
};

// Must not ask the solver.
using Watch = std::function<void(const PathCondition& path, term::Term question, Answer answer, QuestionTime time)>;

// The statistics have no line about this layer.
std::unique_ptr<Solver> make_watching_solver(std::unique_ptr<Solver> next, Watch watch);

}  // namespace janus::solver
