// Revisiting: a state ends if another state was there before that can do whatever this one can, but for the time and
// for the names of inputs. So an endless event loop with finitely many states ends once all of them were there.
//
// Soundness. The state that was there before is explored by the same exploration, or given up, and then the verdict is
// unknown. A violation that this state reaches after n more instructions, that state reaches after n more instructions
// as well: either it does, or a state on its way ends because of a third one that reaches the violation in fewer. By
// induction on n, somebody reports it. That holds for what goes wrong after finitely many instructions, and not for
// paths that never end. With --check endless, a state ends only if all paths behind the other one have ended.
//
// States that differ in their time are one state only for firmware that does not look at its clock. So once a state has
// ended, every other state that was looked at has no exact time, and a path that reads a clock is given up
// (TimeIsMerged). If a path that was looked at reads a clock before that, no state ends at all. While a device waits
// for its time to come, nothing is kept and nothing ends.
//
// Where the states of a place are too many, what differs between them is widened (widening.h): such a state stands for
// more than its inputs can do, so the explorer confirms what goes wrong behind it, and else begins again.
//
// The technique works alone: states that other techniques or merging have made are not the results of instructions,
// and what they conclude from ends of paths does not hold for a path that ended here (docs/decisions/0039). Cost:
// visited_states.h, at heads of loops whose path has made an input or a decision since the last look.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include "engine/hart/technique_context.h"
#include "engine/revisit/completed_states.h"
#include "engine/revisit/few_values.h"
#include "engine/revisit/state_comparison.h"
#include "engine/revisit/stretches.h"
#include "engine/revisit/visited_states.h"
#include "engine/revisit/widening.h"

#include "program/program_loops.h"

namespace janus::engine {

class Revisit : public Technique {
 public:
  // A path that makes no input and decides nothing is looked at in so many visits after each power of two.
  static constexpr std::uint64_t kRunOfLooks = 16, kFirstRun = 64;
  // After so many looks at one place that found nothing, every second look is left out; after twice as many, half of
  // the remaining ones, and so on until one in kMostLeftOut is left.
  static constexpr std::uint64_t kFailures = 4096, kMostLeftOut = 32;

  // How often the exploration begins again, at most, after a widened state has led to what does not happen.
  static constexpr std::uint32_t kMaxAttempts = 64;
  // What one path has seen less often at a place is not widened there: where all loops end soon, the states may be
  // many, and are not endless.
  static constexpr std::uint32_t kVisitsToWiden = 4;
  // Nor is what a path sees that makes no input and decides nothing, in fewer visits of loops than this: it counts, or
  // clears memory. If nothing is unknown, nothing forks.
  static constexpr std::uint64_t kVisitsToWidenAlone = 1U << 17;
  // What one path has seen less often is not taken apart with TakeApart::IfEndless.
  static constexpr std::uint32_t kVisitsToTakeApart = 100;
  static constexpr std::size_t kMaxPlaces = 32;      // of a path whose visits are counted
  static constexpr std::uint32_t kMaxRounds = 4096;  // of widening, on one path

  explicit Revisit(const TechniqueContext& context);

  void started(ExecutionState& state) override { initial_ = std::make_unique<ExecutionState>(state); }
  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  std::unique_ptr<ExecutionState> refuted(const ExecutionState& state) override;
  bool watches_instructions() const override { return true; }
  bool follows_models() const override { return false; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override;
  void moved(ExecutionState& state) override;
  void forked(ExecutionState& running, ExecutionState& sibling) override;
  void ended(ExecutionState& state, const Ending& ending) override;
  TechniqueReport report() const override;

 private:
  bool look(ExecutionState& state, States& siblings);
  bool was_there(ExecutionState& state, std::uint64_t hash, bool has_input);
  bool was_completed(ExecutionState& state);
  void go_on_in(ExecutionState& state, const std::shared_ptr<Stretch>& behind, const std::shared_ptr<Visit>& visit);
  void widen(ExecutionState& state);
  void note_time(const ExecutionState& state) { time_matters_ |= state.saw_time && state.parts.revisit; }
  bool take(States cases, ExecutionState& state, States& siblings);
  std::uint32_t read_at(std::uint32_t pc) const;
  std::uint32_t steering_at(std::uint32_t pc);
  void keep(ExecutionState& state, std::uint64_t hash);
  std::uint64_t hash_of(ExecutionState& state);
  bool is_due(ExecutionState& state);
  std::uint32_t count_visit(ExecutionState& state);
  static LastLook& own_look(ExecutionState& state);  // whose copy is the state's alone
  static bool is_comparable(const ExecutionState& state);

  const program::ProgramLoops loops_;
  const bool reads_are_all_;                                   // nothing but instructions reads memory
  const bool must_end_;                                        // a path that never ends is a violation
  std::unordered_map<std::uint32_t, std::uint32_t> steering_;  // registers, by head
  const RevisitOptions options_;
  const MergePoints& merge_points_;
  StateComparison comparison_;
  VisitedStates visited_;
  CompletedStates completed_;
  Stretches stretches_;
  FewValues few_values_;
  Widening widening_;
  std::unique_ptr<ExecutionState> initial_;
  std::uint32_t attempt_ = 0;
  bool has_ended_any_ = false;                                            // in this attempt
  std::unordered_map<std::uint32_t, std::uint64_t> failures_, arrivals_;  // by place: looks in a row without success
  std::unordered_map<std::uint32_t, std::uint32_t> most_visits_;          // by place: of one path
  // Ways from a place back to it. If most make inputs, a loop goes on for ever, as far as is known; otherwise its
  // rounds are a part of others.
  struct Rounds {
    std::uint64_t with_input = 0, without = 0;
    bool are_of_inputs() const { return with_input > without; }
  };
  std::unordered_map<std::uint32_t, Rounds> rounds_;  // by place
  bool time_matters_ = false;                         // a path that was looked at has read a clock
  struct {
    std::uint64_t looks = 0, ended = 0, apart = 0, cases_ended = 0, completed = 0, widened = 0, without_room = 0;
  } counts_;
};

}  // namespace janus::engine
