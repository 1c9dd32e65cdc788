// Conflict-driven symbolic execution: the learner finds out what is impossible on one path and why, and prunes other
// paths for the same reason. After a master's thesis on conflict-driven clause learning for symbolic execution;
// docs/decisions/0010-learning.md says what differs.
//
// A shadow runs beside each path (shadow_state.h). The conditions of the shadow hold on every path through the same
// place. If one side of a branch is infeasible, or a property holds, the conditions that are the reason become a clause
// over edges of the unrolled control-flow graph (conflict_analysis.h, search_formula.h). A state is *pruned* once the
// clauses and the state's own edges exclude each other: no continuation of the path leads to a finding.
//
// Some things are not modelled: traps, enabling interrupts, jumps that the control-flow graph does not show, calls that
// return with other values in sp or s0 to s11, stores into code, and merged states. The learner treats them like a
// finding, so no clause ever excludes them. A path that does one of them becomes *untracked*: nothing more is learned
// from the path, and it is not pruned.
#pragma once

#include <atomic>
#include <optional>

#include "engine/hart/technique_context.h"
#include "engine/learn/learning_pace.h"
#include "engine/learn/shadow_hart.h"
#include "program/function_effects.h"

namespace janus::engine {

class Learner : public Technique {
 public:
  // The constructor alone reads the firmware's image.
  explicit Learner(const TechniqueContext& context);

  void started(ExecutionState& state) override;
  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  void forked(ExecutionState& running, ExecutionState& sibling) override;
  void merged(ExecutionState& into, const ExecutionState& other) override;
  void rewritten(ExecutionState& state) override { own(state).untracked = true; }
  void ended(ExecutionState& state, const Ending& ending) override;
  TechniqueReport report() const override;
  bool watches_instructions() const override { return true; }
  bool hands_back() const override { return pace_.is_lost(); }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override;
  void interrupted(ExecutionState& state) override;
  void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer other) override;

  // For the searcher, which is about to choose a state. Returns whether that should run without the learner, to see
  // which gets on faster; then let_go() is to be called for it.
  bool tries_without() { return pace_.tries_without(); }
  static void let_go(ExecutionState& state) { own(state).untracked = true; }
  // For the searcher: looks for a path that the clauses do not exclude. False if there is none, or if the exploration
  // ends first.
  bool find_open_path(const LearnOptions& options);
  // Whether `state` lies on the path that the last find_open_path() found.
  bool on_open_path(const ExecutionState& state) const;
  // Lets the state, which lies on that path, or on the one that was found last, follow it without asking again.
  void plan(ExecutionState& state);

 private:
  using Instruction = isa::Instruction;

  static ShadowState& own(ExecutionState& state);
  // Each of the following bool functions returns false if the path must become untracked.
  bool step(ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed);
  bool hook(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t behind);
  void make_inputs(ShadowState& s, const Input& input, std::uint32_t pc);
  bool access_csr(ExecutionState& state, const ExecutedInstruction& executed);
  bool access_atomically(const ExecutedInstruction& executed);
  bool check_exit(const ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed,
                  const ShadowWord& stored);
  bool check_access(const ExecutionState& state, ShadowState& s, const ExecutedInstruction& executed,
                    const ShadowHart::Outcome& outcome);
  bool leave_block(ExecutionState& state, ShadowState& s, const Instruction& i, std::uint32_t pc,
                   const ShadowHart::Outcome& outcome);
  bool take_branch(ShadowState& s, const Instruction& i, std::uint32_t pc, std::uint32_t next,
                   term::SymbolicWord<1> condition);
  bool jump(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
            const std::optional<ShadowWord>& target);
  bool call(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
            const std::optional<ShadowWord>& target, const Instruction* call);  // null for a tail call
  bool return_from_call(ExecutionState& state, ShadowState& s, std::uint32_t pc, std::uint32_t next,
                        const ShadowWord& target);

  // Whether gp is what the effects of a function rest on, on all paths that enter the function here.
  bool has_global_pointer(std::uint32_t function);
  std::optional<SearchFormula::Context> context_after(SearchFormula::Context context, std::uint32_t function,
                                                      std::uint32_t from, std::uint32_t to);
  void enter_block(ShadowState& s, Literal edge, SearchFormula::Context context, std::uint32_t function,
                   std::uint32_t block);
  void record_choice(ShadowState& s, Literal literal);
  void forget(ShadowState& s, const program::Effect& effect, Literal edge, std::optional<std::uint32_t> sp);
  term::Term is_target(const ShadowWord& target, std::uint32_t address);
  std::vector<Literal> choices_of(const ShadowState& s) const;

  term::TermPool pool_;  // of the shadows
  program::FunctionEffects effects_;
  SearchFormula formula_;
  LearningPace pace_;
  ConflictAnalysis analysis_;
  ShadowHart shadow_;
  const SymbolicHartConfig config_;
  bool other_feasible_ = false;  // another outcome of the current instruction is feasible

  std::deque<PathChoice> choices_;
  std::deque<Activation> activations_;
  std::vector<Literal> last_path_, preferred_;
  // By address: how many states became untracked at this instruction (not by an interrupt or a merge).
  std::map<std::uint32_t, std::uint64_t> untracked_from_;
  std::uint64_t pruned_ = 0, untracked_ = 0;
};

}  // namespace janus::engine
