// Loop summaries (--summarize): a state at the header of a loop that goes on symbolically often becomes a few states,
// one for each way in which the loop can be run through (loop_traces.h), however many iterations that takes.
//
// A loop is looked at when a state comes to its header again after its path has forked in between, or right away once
// it has been summed up before. What cannot be summed up is unrolled as ever, and the report says why. A summed up
// state has no time of its own, like a merged one (Termination::TimeIsMerged). Inner loops are summed up within outer
// ones.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "engine/hart/technique_context.h"
#include "engine/summarize/loop_body.h"
#include "engine/summarize/loop_traces.h"
#include "engine/summarize/loop_visits.h"
#include "term/work_clock.h"

namespace janus::engine {

class LoopSummarizer : public Technique {
 public:
  static constexpr unsigned kMaxNesting = 6, kMaxFailures = 2;
  // Seconds are counted (term/work_clock.h): what is summed up is the same in every run.
  static constexpr double kAttempt = 1;  // seconds for an attempt at most, over all turns; twice as many for the next
  static constexpr double kInVain = 0.2, kInVainShare = 0.1;  // seconds, and part of the time, for those that fail

  // `context.hart` is the configuration of the hart whose states it is given. An attempt that the end of the turn cuts
  // short is made again in the next turn: what the solver has answered by then, it remembers.
  explicit LoopSummarizer(const TechniqueContext& context);

  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  bool wants_more_time() const override { return wants_more_time_; }
  TechniqueReport report() const override;

 private:
  using Clock = term::WorkClock;
  struct Counts {
    std::uint64_t summaries = 0, traces = 0, unrolled = 0;
  };
  struct Failures {
    unsigned obstacles = 0, timeouts = 0;
  };
  static SymbolicHartConfig for_bodies(SymbolicHartConfig config);
  void arrive(ExecutionState& state, States& siblings, unsigned level);
  void attempt(ExecutionState& state, States& siblings, program::ProgramLoops::LoopNumber loop, unsigned level);
  bool worth_trying(ExecutionState& state, program::ProgramLoops::LoopNumber loop) const;
  bool sum_up(ExecutionState& state, States& siblings, program::ProgramLoops::LoopNumber loop, unsigned level);
  void apply(const LoopBody& body, const LoopTrace& trace, ExecutionState& state);
  bool turn_is_over() const { return Clock::now() >= end_of_turn_; }
  bool out_of_time() const;
  void forget_left(ExecutionState& state) const;
  // The loops that a state is in, for reading, and for changing those of this state alone.
  static const std::vector<LoopVisit>& loops_of(const ExecutionState& state);
  static std::vector<LoopVisit>& own_loops(ExecutionState& state);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const Clock::time_point& end_of_turn_;
  const std::function<bool()> stop_;
  const program::ProgramLoops loops_;
  SymbolicHart hart_;  // for bodies
  LoopBodyExplorer bodies_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point began_ = start_;  // the attempt in progress in this turn, and
  double earlier_ = 0, most_ = 0;     // seconds: that it had in earlier ones, and that it may have in all
  bool wants_more_time_ = false;
  double in_vain_ = 0;  // seconds
  std::set<program::ProgramLoops::LoopNumber> summed_up_;
  std::map<program::ProgramLoops::LoopNumber, Failures> failures_;
  std::map<std::uint32_t, std::string> obstacles_;  // by the header's address
  const support::FirmwareImage& image_;
  Counts counts_;
};

}  // namespace janus::engine
