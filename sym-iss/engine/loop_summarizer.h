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

#include "engine/loop_body.h"
#include "engine/loop_traces.h"
#include "engine/technique.h"
#include "support/processor_clock.h"

namespace janus::engine {

class LoopSummarizer : public Technique {
 public:
  static constexpr unsigned kMaxNesting = 6, kMaxFailures = 2;
  // All of processor time, so that what is summed up does not depend on what else the machine does.
  static constexpr double kAttempt = 1;                        // seconds for each attempt at most
  static constexpr double kInVain = 0.2, kInVainShare = 0.05;  // seconds, and part of the time, for those that fail

  // All must outlive it; `config` is that of the hart whose states it is given. `over` is set when the exploration has
  // to end.
  LoopSummarizer(const SymbolicHartConfig& config, term::TermPool& pool, solver::Solver& solver,
                 const support::FirmwareImage& image, MergePoints& points, const std::atomic<bool>& over);

  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  TechniqueReport report() const override;

 private:
  using Clock = support::ProcessorClock;
  static SymbolicHartConfig for_bodies(SymbolicHartConfig config);
  void arrive(ExecutionState& state, States& siblings, unsigned level);
  bool worth_trying(ExecutionState& state, ProgramLoops::LoopNumber loop) const;
  bool sum_up(ExecutionState& state, States& siblings, ProgramLoops::LoopNumber loop, unsigned level);
  void apply(const LoopBody& body, const LoopTrace& trace, ExecutionState& state);
  void forget_left(ExecutionState& state) const;

  term::TermPool& pool_;
  solver::Solver& solver_;
  const std::function<bool()> stop_;
  const ProgramLoops loops_;
  SymbolicHart hart_;  // for bodies
  LoopBodyExplorer bodies_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point attempt_ = start_;  // when the one in progress began
  double in_vain_ = 0;                  // seconds
  std::set<ProgramLoops::LoopNumber> summed_up_;
  std::map<ProgramLoops::LoopNumber, unsigned> failures_;
  std::map<std::uint32_t, std::string> obstacles_;  // by the header's address
  const support::FirmwareImage& image_;
  std::uint64_t summaries_ = 0, traces_ = 0, unrolled_ = 0;
};

}  // namespace janus::engine
