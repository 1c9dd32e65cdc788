// Limits the work that CaDiCaL does for a question, and counts this work on the work clock.
#pragma once

#include <atomic>
#include <cadical.hpp>
#include <cmath>

#include "term/work_clock.h"

namespace janus::solver {

// CaDiCaL reports its progress to this object: a call of terminate() every few decisions, and of learning() after each
// conflict. terminate() tells CaDiCaL to give up when the question's limit is reached, or permanently after
// interrupt().
class CadicalLimit : private CaDiCaL::Terminator, private CaDiCaL::Learner {
 public:
  // Once `*stop` is true, CaDiCaL gives up all questions; `stop` may be null, else it must outlive this object.
  explicit CadicalLimit(const std::atomic<bool>* stop) : stop_(stop) {}
  CadicalLimit(const CadicalLimit&) = delete;
  CadicalLimit& operator=(const CadicalLimit&) = delete;
  ~CadicalLimit() override { disconnect(); }

  // Limits this solver from now on. It must live until the next connect(), or disconnect().
  void connect(CaDiCaL::Solver& sat) {
    disconnect();
    sat_ = &sat;
    sat_->connect_terminator(this);
    sat_->connect_learner(this);
  }
  void disconnect() {
    if (!sat_) return;
    sat_->disconnect_learner();
    sat_->disconnect_terminator();
    sat_ = nullptr;
  }

  // Starts a question that may take `seconds` counted seconds; 0 for no limit.
  void start(double seconds) { deadline_ = term::WorkClock::after(seconds); }
  // A solver must be connected. Returns CaDiCaL's status: 10 if satisfiable, 20 if unsatisfiable, 0 if given up.
  int solve(std::size_t assumptions) {
    spend(term::Work::Search);
    spend(term::Work::Assumption, static_cast<term::WorkClock::rep>(assumptions));
    assumption_calls_left_ = assumptions / kDecisions;
    calls_since_conflict_ = 0;
    // A decision propagates to more variables the more variables there are.
    effort_ = 1 + static_cast<term::WorkClock::rep>(std::sqrt(sat_->vars()));
    return sat_->solve();
  }

  void interrupt() { interrupted_ = true; }  // permanent; may be called from any thread
  bool interrupted() const {
    return interrupted_.load(std::memory_order_relaxed) || (stop_ && stop_->load(std::memory_order_relaxed));
  }
  bool exhausted() const { return interrupted() || term::WorkClock::now() >= deadline_; }

 private:
  static constexpr std::size_t kDecisions = 10;  // between two calls of terminate(); assumptions count as decisions
  // After so many calls without a conflict, what is left is mostly to give values to variables that matter to nobody.
  static constexpr unsigned kCallsOfSearch = 4;
  static constexpr term::WorkClock::rep kCompletionEffort = 2;

  bool terminate() override {
    if (assumption_calls_left_ > 0) {  // solve() has counted the assumptions already
      --assumption_calls_left_;
    } else {
      spend(term::Work::SearchStep, calls_since_conflict_++ < kCallsOfSearch ? effort_ : kCompletionEffort);
    }
    return exhausted();
  }
  bool learning(int) override {  // called after each conflict; false: do not pass the learned clause to learn()
    spend(term::Work::SearchStep, effort_);
    calls_since_conflict_ = 0;
    return false;
  }
  void learn(int) override {}

  CaDiCaL::Solver* sat_ = nullptr;
  const std::atomic<bool>* stop_;
  std::atomic<bool> interrupted_ = false;
  term::WorkClock::time_point deadline_ = term::WorkClock::time_point::max();
  std::size_t assumption_calls_left_ = 0;
  unsigned calls_since_conflict_ = 0;
  term::WorkClock::rep effort_ = 1;
};

}  // namespace janus::solver
