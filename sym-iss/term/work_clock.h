// A clock that counts the steps of an exploration instead of measuring time. A limit on this clock stops an exploration
// at the same step in every run, on every machine, under every load (docs/decisions/0017).
//
// A step of each kind has a nominal duration: about the processor time that the step takes on the machine of the
// figures in evaluation/. Each thread has its own clock; an exploration and all its solvers count in the thread that
// explores.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

namespace janus::term {

// The steps that are counted: those that explorations of the programs in evaluation/ spend their time on.
enum class Work : std::uint8_t {
  Term,                 // looking up or making a term
  Input,                // making a variable, or an input of variables that exist
  Rewrite,              // trying the rules for an operation
  Visit,                // visiting a node in a walk over a term
  Value,                // evaluating a node
  ValueSet,             // computing the value set of a word from the sets of its operands
  Conjunct,             // visiting a conjunct of a path condition
  Question,             // asking a layer in front of the core solver
  Order,                // processing a row of a relation between words
  Instruction,          // executing an instruction symbolically
  ConcreteInstruction,  // executing an instruction in a concrete stretch
  DetectedInstruction,  // the same, with detectors of memory
  Detection,            // what these do for an instruction that is executed symbolically,
  ShadowCopy,           // and for a fork
  Step,                 // selecting a state to run next
  Fork,
  Comparison,  // comparing two states, to merge them
  Clause,      // adding a clause to the SAT solver
  Search,      // starting a search of the SAT solver
  Assumption,  // adding an assumption to a search
  SearchStep,  // a conflict or some decisions of a search; counted sqrt(number of variables) times
  Z3Node,      // lowering a node of a term to Z3
  Z3Check,
  IntegerStep,  // a unit of Z3's resource counter (rlimit) in linear arithmetic,
  Z3Step,       // and in all else
};

class WorkClock {
 public:
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<WorkClock>;
  static constexpr bool is_steady = true;

  static time_point now() { return time_point(duration(spent_)); }
  static void spend(duration nominal) {
    spent_ += nominal.count();
    if (spent_ >= pause_at_) [[unlikely]]
      pause();
  }
  static double seconds_since(time_point begin) { return std::chrono::duration<double>(now() - begin).count(); }
  // The time `seconds` from now; never, if `seconds` is 0.
  static time_point after(double seconds) {
    constexpr double kLongest = 1e9;
    if (seconds <= 0 || seconds > kLongest) return time_point::max();
    return now() + std::chrono::duration_cast<duration>(std::chrono::duration<double>(seconds));
  }

  // Calls `pause` from within spend() as soon as this thread's clock reaches `time`, once, whatever the thread is
  // doing. A thread that explores stops there and waits for its next turn (engine/explore/turns.h). Nothing is paused
  // while `pause` runs, so `pause` may spend.
  using Pause = void(void* argument);
  static void pause_at(time_point time, Pause* pause, void* argument) {
    pause_at_ = time.time_since_epoch().count();
    pause_ = pause;
    pause_argument_ = argument;
  }
  // How long this thread has been in calls of `pause`, in real time.
  static std::chrono::nanoseconds paused() { return paused_; }

  // While an object of this class lives, its thread does not pause.
  class Uninterrupted {
   public:
    Uninterrupted() : interrupted_at_(std::exchange(pause_at_, std::numeric_limits<rep>::max())) {}
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;
    ~Uninterrupted() { pause_at_ = interrupted_at_; }

   private:
    const rep interrupted_at_;
  };

 private:
  static void pause();

  static inline constinit thread_local rep spent_ = 0;
  static inline constinit thread_local rep pause_at_ = std::numeric_limits<rep>::max();
  static inline constinit thread_local Pause* pause_ = nullptr;
  static inline constinit thread_local void* pause_argument_ = nullptr;
  static inline constinit thread_local std::chrono::nanoseconds paused_{};
};

// The nominal nanoseconds of each kind of step, fitted by least squares to some hundred explorations of the programs in
// evaluation/. For nine explorations in ten, counted time and processor time differ by less than a factor of 2.5.
constexpr WorkClock::rep nanoseconds(Work work) {
  switch (work) {
    case Work::Term: return 100;
    case Work::Input: return 500;
    case Work::Rewrite: return 60;
    case Work::Visit: return 80;
    case Work::Value: return 15;
    case Work::ValueSet: return 250;
    case Work::Conjunct: return 4;
    case Work::Question: return 80;
    case Work::Order: return 11;
    case Work::Instruction: return 25;
    case Work::ConcreteInstruction: return 1;
    case Work::DetectedInstruction: return 3;
    case Work::Detection: return 40;
    case Work::ShadowCopy: return 5000;
    case Work::Step: return 300;
    case Work::Fork: return 1500;
    case Work::Comparison: return 350;
    case Work::Clause: return 600;
    case Work::Search: return 5000;
    case Work::Assumption: return 800;
    case Work::SearchStep: return 500;
    case Work::Z3Node: return 1000;
    case Work::Z3Check: return 50'000;
    case Work::IntegerStep: return 4000;
    case Work::Z3Step: break;
  }
  return 320;
}

// Counts work that was done `times` times.
inline void spend(Work work, WorkClock::rep times = 1) {
  WorkClock::spend(WorkClock::duration(nanoseconds(work) * times));
}

// How often a step can be done until `end`, at least once. 0 means no limit: `end` is never, or too far away for an
// int.
inline unsigned times_until(WorkClock::time_point end, Work work) {
  constexpr WorkClock::rep kMost = std::numeric_limits<int>::max();
  if (end == WorkClock::time_point::max()) return 0;
  const WorkClock::rep times = (end - WorkClock::now()).count() / nanoseconds(work);
  if (times > kMost) return 0;
  return static_cast<unsigned>(std::max<WorkClock::rep>(times, 1));
}

}  // namespace janus::term
