// Subsumption: a state that can only do what was seen to be fine ends early.
//
// When everything that follows a point of the execution tree has been explored, a condition is known under which
// nothing goes wrong from there: the disjunction over the ways on of each way's weakest precondition (location_hart.h),
// computed backwards along what was executed. It is written in terms of machine locations, so it is about every state
// that comes to the same instruction, and it is kept as an annotation wherever the tree passed a merge point. A state
// whose path implies it there ends. McMillan: Lazy annotation for program testing and verification, CAV 2010; Jaffar et
// al.: Unbounded symbolic execution for program verification, RV 2011.
//
// Soundness. A condition says: whatever state satisfies it, in this situation, executes one of the recorded sequences
// of instructions, to the same kind of end. It does not assume the path conditions of the states it was learnt from. So
// a direction that was not explored, failed, or was given up contributes `false`. What a condition cannot talk about is
// - part of the situation, which must be the same: control registers, devices, the reservation;
// - or cuts: nothing is known before reading a clock, an interrupt, an exception, or while a timer is armed;
// - or is the code: as long as no state has written to a word that any state has executed, all states run the same
//   code. From the first such write on, nothing is subsumed any more.
// Annotations promise that nothing goes wrong, and not that a path ends.
//
// Any searcher will do; depth first learns the most before it is needed. Cost: a few words for each instruction
// executed by a path that is not done, and for each arrival at a place with annotations at most a few questions to the
// solver.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/hart/technique_context.h"
#include "engine/subsume/annotations.h"
#include "engine/subsume/code_words.h"
#include "engine/subsume/input_elimination.h"
#include "engine/subsume/location_hart.h"
#include "engine/subsume/loop_prover.h"

namespace janus::engine {

class Subsumption : public Technique {
 public:
  // What a path executes is recorded up to this many instructions; from there on it starts anew, with nothing known of
  // what came before.
  static constexpr std::uint64_t kMaxLength = 1U << 20;

  // Loops (loop_prover.h): how often to fail at one place, and how many places of a path to look back for one.
  static constexpr unsigned kMaxFailures = 4;
  static constexpr unsigned kMaxLookBack = 256;
  static constexpr unsigned kMinVisits = 8;  // on one path, before any has ended

  // How often a state is looked at where it comes again without a choice, and how many nodes of terms may be visited to
  // hand up the condition of one path; then it is dropped.
  static constexpr unsigned kMaxRepeats = 16;
  static constexpr std::size_t kMaxWork = 1U << 18;

  explicit Subsumption(const TechniqueContext& context);

  void started(ExecutionState& state) override;
  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  void forked(ExecutionState& running, ExecutionState& sibling) override;
  void merged(ExecutionState& into, const ExecutionState& other) override;
  // What was executed before then learns nothing from what comes after.
  void rewritten(ExecutionState& state) override { state.parts.subsume.reset(); }
  void ended(ExecutionState& state, const Ending& ending) override;
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override;
  void interrupted(ExecutionState& state) override;
  TechniqueReport report() const override;

 private:
  Segment& segment_of(ExecutionState& state);
  std::shared_ptr<Segment> begin(const ExecutionState& state, std::vector<std::shared_ptr<Segment>> parents);
  void begin_place(ExecutionState& state);
  bool only_repeats(const ExecutionState& state);
  bool worth_proving(const Segment& here);
  std::shared_ptr<const Situation> situation_of(const ExecutionState& state, const Segment& segment) const;
  void note_input(const ExecutionState& state, Segment& segment);

  // Everything that follows `segment` is done, and needs `phi` where it ends: hands up what that means, as far as it
  // completes others.
  void complete(std::shared_ptr<Segment> segment, term::Term phi);
  Precondition before(const Segment& segment, term::Term phi);
  Precondition before(const Segment& segment, const Step& step, std::span<const MemoryAccess> accesses, term::Term phi,
                      std::size_t& inputs_left);
  term::Term either(const std::vector<Precondition>& outcomes);
  term::Term whole(const Precondition& precondition);

  SymbolicHartConfig config_;
  term::TermPool& pool_;
  Locations locations_;
  term::Support support_;
  LocationHart hart_;
  InputElimination elimination_;
  Annotations annotations_;
  struct Visit {
    std::uint32_t depth = 0, repeats = 0;  // forks on the way to the last one; how many had as many
  };
  std::unordered_map<CodePlace, Visit, CodePlaceHash> visits_;
  std::size_t work_ = 0;                                  // on what is being completed
  std::unordered_map<std::uint32_t, unsigned> failures_;  // by place
  CodeWords code_;
  LoopProver prover_;
  std::optional<Memory> initial_;
  std::optional<term::Term> subsumed_by_;  // by which condition the state that ends now
  struct {
    std::uint64_t subsumed = 0, cuts = 0, dropped = 0;
  } counts_;
};

}  // namespace janus::engine
