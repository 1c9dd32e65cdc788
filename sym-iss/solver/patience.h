// What CaDiCaL does for a question: counted on the work clock, and limited.
#pragma once

#include <atomic>
#include <cadical.hpp>
#include <cmath>

#include "term/work_clock.h"

namespace janus::solver {

// Told by CaDiCaL of what it does, it asks it to give up at a deadline, or for good when somebody wants it to.
class Patience : private CaDiCaL::Terminator, private CaDiCaL::Learner {
 public:
  // `sat` must outlive it, and so must `over`, which may be null; once that is set, all questions are given up.
  Patience(CaDiCaL::Solver& sat, const std::atomic<bool>* over) : sat_(sat), over_(over) {
    sat_.connect_terminator(this);
    sat_.connect_learner(this);
  }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  ~Patience() override {
    sat_.disconnect_learner();
    sat_.disconnect_terminator();
  }

  // For the next question: seconds of work, none for no limit.
  void limit(double seconds) { deadline_ = term::WorkClock::after(seconds); }
  // Answers it as CaDiCaL does: 10 if satisfiable, 20 if not, 0 if given up.
  int solve(std::size_t assumptions) {
    spend(term::Work::Search);
    spend(term::Work::Assumption, static_cast<term::WorkClock::rep>(assumptions));
    decided_by_us_ = assumptions / kDecisions;
    // The more variables, the more follows from a decision.
    effort_ = 1 + static_cast<term::WorkClock::rep>(std::sqrt(sat_.vars()));
    return sat_.solve();
  }

  void interrupt() { interrupted_ = true; }  // for good; from any thread
  bool interrupted() const {
    return interrupted_.load(std::memory_order_relaxed) || (over_ && over_->load(std::memory_order_relaxed));
  }
  bool exhausted() const { return interrupted() || term::WorkClock::now() >= deadline_; }

 private:
  static constexpr std::size_t kDecisions = 10;  // between two calls of terminate(); assumptions are decisions, too

  bool terminate() override {
    if (decided_by_us_ > 0) {
      --decided_by_us_;
    } else {
      spend(term::Work::SearchStep, effort_);
    }
    return exhausted();
  }
  bool learning(int) override {  // after each conflict; it does not want to know the clause
    spend(term::Work::SearchStep, effort_);
    return false;
  }
  void learn(int) override {}

  CaDiCaL::Solver& sat_;
  const std::atomic<bool>* over_;
  std::atomic<bool> interrupted_ = false;
  term::WorkClock::time_point deadline_ = term::WorkClock::time_point::max();
  std::size_t decided_by_us_ = 0;
  term::WorkClock::rep effort_ = 1;
};

}  // namespace janus::solver
