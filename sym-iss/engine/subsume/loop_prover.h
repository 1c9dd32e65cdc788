// The loop prover shows that nothing goes wrong from a loop's head, for any number of iterations.
//
// The prover executes the loop from a generic state. In the generic state, the locations that the loop changes hold any
// values that satisfy an invariant. Everything else is as in the given state, so the path condition still holds. A path
// that comes back to the head must satisfy the invariant again, and must change no other location. A path that leaves
// the loop runs on until it ends, or until an annotation says that nothing can go wrong. Inner loops are treated in the
// same way.
//
// The prover works in rounds. At first it does not know the loops, the locations that they change, or which candidates
// for the invariant hold (loop_relations.h). Each round can find further loops and changed locations, and refute
// candidates. The rounds end when a round finds nothing new. From round to round invariants only become weaker and
// changed locations only become more, so a refuted candidate stays refuted.
//
// Soundness. Consider the last round, which found nothing new. Every concrete execution from the given state is covered
// by a path of that round: whenever the execution passes a head it satisfies the invariant, because the round showed
// the invariant for every path that came to the head, so the execution is in one of the concrete states that the
// generic state stands for. The loop counts as not proved if a path ends badly, a question is not answered, a device
// changes, time matters, or the effort is too large. A violation that a round finds is never reported, since the
// program may not be able to reach the generic state.
//
// Detectors (hart/detectors.h). The prover's hart asks them, so they report nothing on any path of the last round. That
// holds for every execution if the generic state knows what the execution's state knows (generic_shadow.h); where it
// may not, the loop counts as not proved. Accesses inside of objects that were noted until a path came back to a head
// are noted in the generic state, too. If repetitions are violations (`endless`), the ways from each head back to it
// must end (loop_descent.h): an execution that never ends comes back infinitely often to some head, and behind some
// point to no head that is entered outside of it, so it would be an infinite sequence of ways back to this one.
//
// Source of the idea of proving loops while executing: Jaffar et al., Unbounded symbolic execution for program
// verification, RV 2011. The candidates and the generic run are ours.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/hart/merge_points.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/code_words.h"
#include "engine/subsume/annotations.h"
#include "engine/subsume/generic_shadow.h"
#include "engine/subsume/loop_descent.h"
#include "engine/subsume/loop_relations.h"
#include "hart/noted_accesses.h"
#include "term/work_clock.h"

namespace janus::engine {

class LoopProver {
 public:
  // Limits for one attempt. Seconds are counted (term/work_clock.h), so that every run proves the same loops.
  static constexpr unsigned kMaxRounds = 48;
  static constexpr std::uint64_t kMaxInstructions = 100'000;
  static constexpr std::uint64_t kMaxQuestions = 100;  // about candidates; kMaxInstructions bounds those at branches
  static constexpr double kMaxTime = 5;                // seconds; checked whenever a state stops
  static constexpr std::size_t kMaxTrials = 256;       // waiting states of a round
  static constexpr double kQuestionSeconds = 4;        // per question; a question that takes longer ends the attempt

  // All references must outlive the prover. `over` is set when the exploration has to end.
  LoopProver(const SymbolicHartConfig& config, term::TermPool& pool, solver::Solver& solver,
             const support::FirmwareImage& image, Locations& locations, Annotations& annotations, const CodeWords& code,
             const std::atomic<bool>& over);
  ~LoopProver();

  // Whether it is proved that nothing can go wrong from `state`. The state stands at a merge point where its path has
  // been before. Changes the solver's timeout.
  bool proves(const ExecutionState& state);
  // Of the last proof.
  const hart::UnsureAccesses& unsure_accesses() { return hart_.unsure_accesses(); }

  struct Statistics {
    std::uint64_t attempts = 0, proved = 0, rounds = 0, questions = 0;
  };
  const Statistics& statistics() const { return statistics_; }
  // Checked in loops, if one was proved.
  std::map<std::uint32_t, std::uint64_t> assertions() const {
    return statistics_.proved > 0 ? hart_.statistics().assertions : std::map<std::uint32_t, std::uint64_t>();
  }

 private:
  class Watcher;
  // A loop that a path of the round is in.
  struct Active {
    CodePlace head;
    std::shared_ptr<const ExecutionState> entry;    // the state that entered the loop
    std::shared_ptr<const ExecutionState> generic;  // the generic state that replaced it
  };
  // A path of the round.
  struct Trial {
    std::unique_ptr<ExecutionState> state;
    std::vector<Active> active;
    std::unordered_map<CodePlace, std::uint32_t, CodePlaceHash> depths;  // forks at the first visit of a place
  };
  enum class Arrival { GoesOn, Done, Failed };
  struct Loop {
    unsigned number;
    LoopRelations relations;
    hart::NotedAccesses inside;  // on paths that came back to the head
    std::vector<WayBack> ways;   // of the round, if loops must end
  };

  bool proves_from_candidates(const ExecutionState& state);
  bool propose_offsets();
  bool round(const ExecutionState& state);
  bool out_of_time() const { return over_ || term::WorkClock::now() > deadline_; }
  Arrival arrive(Trial& trial);
  Arrival enter_loop(Trial& trial, const CodePlace& head);
  Arrival return_to_head(const Trial& trial, const Active& loop);
  bool knows_the_same(const ExecutionState& now, const Active& active, Loop& loop);
  bool ends_every_loop();
  bool note_changes(const ExecutionState& now, const Active& loop, LoopRelations& relations);
  std::vector<NowAndBefore<term::Term>> values_of(const LoopRelations& relations, const ExecutionState& now,
                                                  const ExecutionState& entry) const;
  // Drops the relations that do not hold for all inputs of the path of `now`. False if the questions ran out or the
  // solver gave up.
  bool drop_refuted(LoopRelations& relations, const ExecutionState& now, const ExecutionState& entry);
  // Drops the relations that do not hold under `model`.
  void drop_violated(LoopRelations& relations, const std::vector<NowAndBefore<term::Term>>& values,
                     const term::Assignment& model);
  Loop& loop_at(const CodePlace& head);
  void note_progress() { progressed_ = true; }

  SymbolicHartConfig config_;
  term::TermPool& pool_;
  solver::Solver& solver_;
  Locations& locations_;
  Annotations& annotations_;
  const CodeWords& code_;
  const std::atomic<bool>& over_;
  MergePoints points_;
  SymbolicHart hart_;
  std::unique_ptr<Watcher> watcher_;
  GenericShadow shadow_;
  LoopDescent descent_;

  // About the current attempt.
  std::unordered_map<CodePlace, Loop, CodePlaceHash> loops_;
  std::optional<CodePlace> proved_head_;  // of the last attempt, if it succeeded; `loops_` are its loops then
  std::vector<Trial> waiting_;
  const Trial* running_ = nullptr;
  bool progressed_ = false;  // the round found a loop or a location, or refuted a candidate
  bool wrote_code_ = false;
  bool lost_ = false;  // the round may know less than an execution does
  term::WorkClock::time_point deadline_;
  std::uint64_t questions_left_ = 0;
  term::Evaluator evaluator_;
  Statistics statistics_;
};

}  // namespace janus::engine
