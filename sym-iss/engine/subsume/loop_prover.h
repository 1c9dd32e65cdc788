// The loop prover: shows that nothing goes wrong from a loop's head, however often the loop is taken.
//
// The loop is executed once more, from a generic state: what the loop changes is anything that satisfies an invariant,
// the rest is as in the state at hand, so its path condition is still true. Paths that come back to the head must
// satisfy the invariant again and change nothing else; paths that leave run on until they end, or until an annotation
// says that they will be fine. Loops within are treated the same way on the way. Which loops there are, what they
// change and what of the candidates (loop_relations.h) is left is found by repeating that until nothing new is learnt:
// conditions only get weaker, changes only more, so that what a round refutes stays refuted.
//
// Soundness. After a round without news every concrete execution from the state at hand is followed by those of the
// round: whenever it passes a head it satisfies the invariant, as shown for whoever came there, so it is one of the
// generic state's. An end that is not fine, a question that was not answered, a device that changed, anything about
// time, or too much effort, means: not proved. What a round finds is never reported, since a generic state may be none
// that the program can be in.
//
// Source of the idea of proving loops while executing: Jaffar et al., Unbounded symbolic execution for program
// verification, RV 2011. The candidates and the generic run are ours.
#pragma once

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/hart/merge_points.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/subsume/annotations.h"
#include "engine/subsume/code_words.h"
#include "engine/subsume/loop_relations.h"
#include "term/work_clock.h"

namespace janus::engine {

class LoopProver {
 public:
  // The effort for one attempt. Seconds are counted (term/work_clock.h): what is proved is the same in every run.
  static constexpr unsigned kMaxRounds = 48;
  static constexpr std::uint64_t kMaxInstructions = 100'000;
  static constexpr std::uint64_t kMaxQuestions = 100;  // of candidates; those of branches are bounded by instructions
  static constexpr double kMaxTime = 5;                // seconds; looked at between two stops of a state
  static constexpr std::size_t kMaxTrials = 256;       // states of a round that wait
  static constexpr double kSeconds = 4;                // for a question; one that takes longer ends the attempt

  // All references must outlive it. `over` is set when the exploration has to end.
  LoopProver(const SymbolicHartConfig& config, term::TermPool& pool, solver::Solver& solver,
             const support::FirmwareImage& image, Locations& locations, Annotations& annotations, const CodeWords& code,
             const std::atomic<bool>& over);
  ~LoopProver();

  // Whether nothing can go wrong from `state`, which stands at a merge point where its path has been before. Leaves
  // the solver's timeout changed.
  bool proves(const ExecutionState& state);

  struct Statistics {
    std::uint64_t attempts = 0, proved = 0, rounds = 0, questions = 0;
  };
  const Statistics& statistics() const { return statistics_; }

 private:
  class Watcher;
  // A loop that a path of the round is in.
  struct Active {
    CodePlace head;
    std::shared_ptr<const ExecutionState> entry, generic;
  };
  struct Trial {
    std::unique_ptr<ExecutionState> state;
    std::vector<Active> active;
    std::unordered_map<CodePlace, std::uint32_t, CodePlaceHash> depths;  // at the last visit of a place
  };
  enum class Arrival { GoesOn, Done, Failed };

  bool round(const ExecutionState& state);
  bool too_late() const { return over_ || term::WorkClock::now() > deadline_; }
  Arrival arrives(Trial& trial);
  Arrival enters(Trial& trial, const CodePlace& head);
  Arrival returns(const Trial& trial, const Active& loop);
  bool note_changes(const ExecutionState& now, const Active& loop, LoopRelations& relations);
  std::vector<NowAndBefore<term::Term>> values_of(const LoopRelations& relations, const ExecutionState& now,
                                                  const ExecutionState& entry) const;
  // Drops the relations that do not hold for all inputs of the path; false if that took too long.
  bool refute(LoopRelations& relations, const ExecutionState& now, const ExecutionState& entry);
  void drop_under(LoopRelations& relations, const std::vector<NowAndBefore<term::Term>>& values,
                  const term::Assignment& model);
  LoopRelations& loop_at(const CodePlace& head);
  void learn() { news_ = true; }

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

  // Of the attempt at hand.
  std::unordered_map<CodePlace, std::pair<unsigned, LoopRelations>, CodePlaceHash> loops_;  // numbered
  std::vector<Trial> waiting_;
  const Trial* running_ = nullptr;
  bool news_ = false;
  bool wrote_code_ = false;
  term::WorkClock::time_point deadline_;
  std::uint64_t questions_left_ = 0;
  term::Evaluator evaluator_;
  Statistics statistics_;
};

}  // namespace janus::engine
