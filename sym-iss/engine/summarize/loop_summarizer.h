// Loop summaries (--summarize): a state at the header of a loop with a symbolic number of iterations becomes a few
// states, one for each way to run through the loop (loop_traces.h), for any number of iterations.
//
// The summarizer tries a loop when a state comes to the header again and has forked since the last visit, or when the
// loop has run for kQuietVisits iterations on symbolic values. Such a loop need not fork: `while (4 < x) ++x` runs
// until x wraps, and whatever is known about x decides every test on the way. A loop that has been summed up before is
// tried at the first visit. A loop that cannot be summed up is unrolled, and the report says why. A state after a
// summary has no exact time, like a merged state (Termination::TimeIsMerged). Inner loops are summed up within outer
// loops.
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
  static constexpr unsigned kMaxNesting = 6, kMaxFailures = 2, kQuietVisits = 256;
  // Seconds are counted (term/work_clock.h), so that every run sums up the same loops.
  static constexpr double kFirstAttemptSeconds = 1;  // most for one attempt; doubles with every timeout
  // Failed attempts may take kMaxWastedSeconds and this fraction of the time together. Then there are no more attempts.
  static constexpr double kMaxWastedSeconds = 0.2, kMaxWastedFraction = 0.1;

  // `context.hart` is the configuration of the hart that made the states.
  explicit LoopSummarizer(const TechniqueContext& context);

  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  TechniqueReport report() const override;
  std::map<std::uint32_t, std::uint64_t> assertions() const override {
    return counts_.summaries > 0 ? hart_.statistics().assertions : std::map<std::uint32_t, std::uint64_t>();
  }

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
  bool computes_symbolically(const ExecutionState& state, program::ProgramLoops::LoopNumber loop) const;
  bool sum_up(ExecutionState& state, States& siblings, program::ProgramLoops::LoopNumber loop, unsigned level);
  void apply(const LoopBody& body, const LoopTrace& trace, ExecutionState& state);
  void forget_left_loops(ExecutionState& state) const;
  // The loops that a state is in, for reading; and for changing, after a copy if other states share them.
  static const std::vector<LoopVisit>& loops_of(const ExecutionState& state);
  static std::vector<LoopVisit>& own_loops(ExecutionState& state);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const std::function<bool()> stop_;
  const program::ProgramLoops loops_;
  SymbolicHart hart_;  // for bodies
  LoopBodyExplorer bodies_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point end_of_attempt_ = start_;
  double wasted_seconds_ = 0;  // by failed attempts
  std::set<program::ProgramLoops::LoopNumber> summed_up_;
  std::map<program::ProgramLoops::LoopNumber, Failures> failures_;
  std::map<std::uint32_t, std::string> obstacles_;  // by the header's address
  const support::FirmwareImage& image_;
  Counts counts_;
};

}  // namespace janus::engine
