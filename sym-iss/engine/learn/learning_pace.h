// Whether learning pays: whether an exploration that learns gets on faster than without.
//
// How far an exploration is, is the part of the execution tree that has ended, if every fork splits its part evenly
// (Knuth, Estimating the Efficiency of Backtrack Programs, 1975). Once learning has had its time, states run without
// and with it in turns of the same length. Unless it ends several times the part that the others end, it is lost. Else
// it goes on, and the next trial comes after several times as long. So what does not pay takes kFirst, and half of the
// trial, more than no learning.
#pragma once

#include "term/work_clock.h"

namespace janus::engine {

class LearningPace {
 public:
  // A path has ended, or has been pruned: that part of the tree is done.
  void ended(double part) { done_[is_without() ? 1 : 0] += part; }
  // To be called before each choice of a state. Whether the state is to run without learning.
  bool tries_without() {
    if (is_lost_) return false;
    const double length = turn_ == 0 ? next_ : next_ / kTurn;
    if (term::WorkClock::seconds_since(begin_) >= length) next_turn();
    return is_without();
  }
  bool is_lost() const { return is_lost_; }

  // Half of the time until the next trial is for conflicts: whether there is any left; and what a question has taken.
  bool may_ask() const { return asked_ < next_ / 2; }
  void asked(double seconds) { asked_ += seconds; }

 private:
  static constexpr double kFirst = 0.5;  // counted seconds
  static constexpr double kGrowth = 4, kTurn = 8, kWorth = 3;
  static constexpr unsigned kTurns = 6;  // of a trial: without learning, and with it

  bool is_without() const { return turn_ % 2 == 1; }
  void next_turn() {
    begin_ = term::WorkClock::now();
    if (turn_ == 0) done_[0] = done_[1] = 0;
    if (turn_++ < kTurns) return;
    is_lost_ = done_[0] <= kWorth * done_[1];
    turn_ = 0;
    next_ *= kGrowth;
    asked_ = 0;
  }

  double done_[2] = {};  // in this trial: with learning, and without
  double next_ = kFirst, asked_ = 0;
  unsigned turn_ = 0;  // of the trial, 0: no trial
  bool is_lost_ = false;
  term::WorkClock::time_point begin_ = term::WorkClock::now();
};

}  // namespace janus::engine
