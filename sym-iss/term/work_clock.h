// A clock that counts the steps of an exploration instead of measuring time: what is limited by it is the same in every
// run, on every machine, under every load (docs/decisions/0017).
//
// A step of each kind has a nominal duration, about what it takes on the processor of the machine that the figures in
// evaluation/ are from. One clock a thread; an exploration and all its solvers count in the thread that explores.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace janus::term {

// What is counted: what explorations spend their time with, on the average of the programs in evaluation/.
enum class Work : std::uint8_t {
  Term,         // looked up or made
  Rewrite,      // rules looked through for a term
  Visit,        // a node of a term, by what walks over terms
  Value,        // a step of an evaluation
  ValueSet,     // of a word, from those of its operands
  Conjunct,     // of a path condition, looked at
  Question,     // to a layer in front of the core solver
  Order,        // a row of a relation between words
  Instruction,  // executed symbolically
  Step,         // of an exploration: a state taken up
  Fork,
  Comparison,  // of two states, to merge them
  Clause,      // for the SAT solver
  Search,      // of the SAT solver
  Assumption,  // for a search
  SearchStep,  // a conflict or some decisions, times the square root of the number of variables
  Z3Node,      // a node of a term, for Z3
  Z3Check,
  Z3Step,  // as Z3 counts its resources
};

class WorkClock {
 public:
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<WorkClock>;
  static constexpr bool is_steady = true;

  static time_point now() { return time_point(duration(spent_)); }
  static void spend(duration nominal) { spent_ += nominal.count(); }
  static double seconds_since(time_point begin) { return std::chrono::duration<double>(now() - begin).count(); }
  // `seconds` from now; never, if that is none.
  static time_point after(double seconds) {
    constexpr double kLongest = 1e9;
    if (seconds <= 0 || seconds > kLongest) return time_point::max();
    return now() + std::chrono::duration_cast<duration>(std::chrono::duration<double>(seconds));
  }

 private:
  static inline constinit thread_local rep spent_ = 0;
};

// Nominal nanoseconds of each: found by least squares over some hundred explorations of the programs in evaluation/,
// whose time on the processor the counts then give within a factor of two and a half for nine in ten.
constexpr WorkClock::rep nanoseconds(Work work) {
  switch (work) {
    case Work::Term: return 100;
    case Work::Rewrite: return 60;
    case Work::Visit: return 80;
    case Work::Value: return 15;
    case Work::ValueSet: return 250;
    case Work::Conjunct: return 4;
    case Work::Question: return 80;
    case Work::Order: return 11;
    case Work::Instruction: return 25;
    case Work::Step: return 300;
    case Work::Fork: return 1500;
    case Work::Comparison: return 350;
    case Work::Clause: return 600;
    case Work::Search: return 5000;
    case Work::Assumption: return 800;
    case Work::SearchStep: return 500;
    case Work::Z3Node: return 1000;
    case Work::Z3Check: return 50'000;
    case Work::Z3Step: break;
  }
  return 320;
}

// Says that work was done, so many times.
inline void spend(Work work, WorkClock::rep times = 1) {
  WorkClock::spend(WorkClock::duration(nanoseconds(work) * times));
}

// How often something can be done until a time: at least once; 0 if that is never, or never matters.
inline unsigned times_until(WorkClock::time_point end, Work work) {
  constexpr WorkClock::rep kMost = std::numeric_limits<int>::max();
  const WorkClock::rep times = (end - WorkClock::now()).count() / nanoseconds(work);
  return end == WorkClock::time_point::max() || times > kMost
             ? 0
             : static_cast<unsigned>(std::max<WorkClock::rep>(times, 1));
}

}  // namespace janus::term
