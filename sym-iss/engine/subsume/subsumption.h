// Subsumption: a state ends early if other paths have shown that nothing can go wrong from there.
//
// When everything below a point of the execution tree has been explored, a condition is known under which nothing goes
// wrong from that point: the disjunction of the weakest preconditions of all continuations, computed backwards along
// the executed instructions (location_hart.h). The condition is about machine locations, so it applies to every state
// that comes to the same instruction. It becomes an annotation wherever the path passed a merge point. A state whose
// path implies an annotation ends. Sources: McMillan, Lazy annotation for program testing and verification, CAV 2010;
// Jaffar et al., Unbounded symbolic execution for program verification, RV 2011.
//
// Soundness. A condition says that every state in the same situation that satisfies the condition executes one of the
// recorded sequences of instructions, with the same kind of end. The condition does not assume the path conditions of
// the states that it was learned from. So a direction that was not explored, that failed, or that was given up
// contributes `false`. Three things cannot be part of a condition:
// - The situation must be equal: control registers, devices, the reservation.
// - Cuts: the condition is `false` before reading a clock, before an interrupt or an exception, and while a timer is
// armed.
// - The code: all states run the same code as long as no state has written to a word that some state has executed. From
// the first such write on, nothing is subsumed any more. Annotations promise that nothing goes wrong, and not that a
// path ends.
//
// Detectors (hart/detectors.def), and repetitions that are violations: a condition says nothing of what detectors know,
// and nothing of how long a state goes on. So no conditions are learned then, and loops alone are proved
// (loop_prover.h), which asks the detectors.
//
// Any searcher works; depth-first search learns most conditions before they are needed. Cost: a few words for each
// instruction executed by a path that is not complete, and at most a few questions to the solver for each arrival at a
// place with annotations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/hart/technique_context.h"
#include "engine/state/code_words.h"
#include "engine/subsume/annotations.h"
#include "engine/subsume/input_elimination.h"
#include "engine/subsume/location_hart.h"
#include "engine/subsume/loop_prover.h"

namespace janus::engine {

class Subsumption : public Technique {
 public:
  // Longest recorded history of a path, in instructions. Then a new history begins, and no condition reaches the
  // instructions before.
  static constexpr std::uint64_t kMaxLength = 1U << 20;

  // When to call the loop prover (loop_prover.h).
  static constexpr unsigned kMaxFailures = 4;    // failed attempts at one place
  static constexpr unsigned kMaxLookBack = 256;  // segments of a path to search for the last visit of a place
  static constexpr unsigned kMinVisits = 8;      // of one path, as long as there are no annotations

  static constexpr unsigned kMaxRepeats = 16;        // visits of a place without a fork that are still checked
  static constexpr std::size_t kMaxWork = 1U << 18;  // nodes visited for the conditions of one path; beyond, drop them

  explicit Subsumption(const TechniqueContext& context);

  void started(ExecutionState& state) override;
  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  void forked(ExecutionState& running, ExecutionState& sibling) override;
  void merged(ExecutionState& into, const ExecutionState& other) override;
  // Instructions before the change get no condition from instructions after it.
  void rewritten(ExecutionState& state) override { state.parts.subsume.reset(); }
  void ended(ExecutionState& state, const Ending& ending) override;
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override;
  void interrupted(ExecutionState& state) override;
  TechniqueReport report() const override;
  std::map<std::uint32_t, std::uint64_t> assertions() const override { return prover_.assertions(); }

 private:
  Segment& segment_of(ExecutionState& state);
  std::shared_ptr<Segment> begin(const ExecutionState& state, std::vector<std::shared_ptr<Segment>> parents);
  void begin_place(ExecutionState& state);
  bool only_repeats(const ExecutionState& state);
  static void count_visits(Segment& here);
  static bool below_proved(const Segment& here);
  bool worth_proving(const Segment& here);
  bool proves(const ExecutionState& state, Segment* first);
  bool proves(const ExecutionState& state);
  std::shared_ptr<const Situation> situation_of(const ExecutionState& state, const Segment& segment) const;
  void note_input(const ExecutionState& state, Segment& segment);

  // All successors of `segment` are complete, and `phi` must hold at its end. Computes the segment's precondition and
  // passes it to the parents; completes each parent that has no other pending successor, and so on upwards.
  void complete(std::shared_ptr<Segment> segment, term::Term phi);
  Precondition before(const Segment& segment, term::Term phi);
  Precondition before(const Segment& segment, const Step& step, std::span<const MemoryAccess> accesses, term::Term phi,
                      std::size_t& inputs_left);
  term::Term disjunction(const std::vector<Precondition>& outcomes);
  term::Term conjunction(const Precondition& precondition);

  SymbolicHartConfig config_;
  term::TermPool& pool_;
  Locations locations_;
  term::Support support_;
  LocationHart hart_;
  InputElimination elimination_;
  Annotations annotations_;
  struct Visit {
    std::uint32_t depth = 0;    // forks of the state at the last visit
    std::uint32_t repeats = 0;  // earlier visits in a row with the same number of forks
  };
  std::unordered_map<CodePlace, Visit, CodePlaceHash> visits_;
  std::size_t work_ = 0;                                  // nodes visited by the current complete()
  std::unordered_map<std::uint32_t, unsigned> failures_;  // of the loop prover, by place
  std::unordered_set<std::uint32_t> proved_;              // heads of loops that the prover has proved from some state
  bool proved_entry_ = false;                             // of some loop, so that all states behind it can end
  const bool only_proves_;                                // nothing is learned of paths that end
  std::uint64_t ended_ = 0;                               // paths that ended
  CodeWords code_;
  LoopProver prover_;
  const hart::NotedAccesses& told_accesses_;
  hart::UnsureAccesses& unsure_accesses_;
  std::optional<Memory> initial_;          // memory of the first state
  std::optional<term::Term> subsumed_by_;  // the condition that ended the current state
  struct {
    std::uint64_t subsumed = 0, cuts = 0, dropped = 0;
  } counts_;
};

}  // namespace janus::engine
