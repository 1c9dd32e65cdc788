// Conflict-driven symbolic execution: what one path shows to be impossible, and why, prunes others (after a master's
// thesis on conflict-driven clause learning for symbolic execution; docs/decisions/0010-learning.md says what differs).
//
// Beside each path runs a shadow (shadow_state.h) whose conditions hold on every path through the same place. When one
// side of a branch is infeasible, or a property holds, those conditions that are the reason become a clause over edges
// of the unrolled control-flow graph (conflict_analysis.h, search_formula.h). A state ends, *pruned*, once the clauses
// and its own edges exclude each other: no way on from there leads to a finding.
//
// What is not modelled is treated as if it were a finding: it is never excluded, and the path that does it is not
// looked at any further (it becomes *untracked*). These are traps, enabling interrupts, jumps that the control-flow
// graph does not show, calls that return with other values in sp or s0 to s11, stores into code, and merged states.
#pragma once

#include <atomic>
#include <optional>

#include "engine/hart/technique_context.h"
#include "engine/learn/shadow_hart.h"
#include "program/function_effects.h"

namespace janus::engine {

class Learner : public Technique {
 public:
  // The firmware's image is read here only.
  explicit Learner(const TechniqueContext& context);

  void started(ExecutionState& state) override;
  std::optional<Ending> resumes(ExecutionState& state, States& siblings) override;
  void forked(ExecutionState& running, ExecutionState& sibling) override;
  void merged(ExecutionState& into, const ExecutionState& other) override;
  void rewritten(ExecutionState& state) override { own(state).untracked = true; }
  void ended(ExecutionState& state, const Ending& ending) override;
  TechniqueReport report() const override;
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override;
  void interrupted(ExecutionState& state) override;
  void decided(ExecutionState& state, term::Term condition, bool holds, solver::Answer other) override;

  // For the searcher: of a path that could still end in a finding. False if there is none, or no time to look for it.
  bool find_open_path(const LearnOptions& options);
  // Whether that path goes where the state is.
  bool on_open_path(const ExecutionState& state) const;

 private:
  using Instruction = isa::Instruction;

  static ShadowState& own(ExecutionState& state);
  // All of these: false if the path is to become untracked.
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

  std::optional<SearchFormula::Context> context_after(SearchFormula::Context context, std::uint32_t function,
                                                      std::uint32_t from, std::uint32_t to);
  void go(ShadowState& s, Literal edge, SearchFormula::Context context, std::uint32_t function, std::uint32_t block);
  void choose(ShadowState& s, Literal literal);
  void forget(ShadowState& s, const program::Effect& effect, Literal edge, std::optional<std::uint32_t> sp);
  term::Term is_target(const ShadowWord& target, std::uint32_t address);
  std::vector<Literal> choices_of(const ShadowState& s) const;

  term::TermPool pool_;  // of the shadows
  program::FunctionEffects effects_;
  SearchFormula formula_;
  ConflictAnalysis analysis_;
  ShadowHart shadow_;
  const SymbolicHartConfig config_;
  bool other_feasible_ = false;  // of the instruction being executed

  std::deque<PathChoice> choices_;
  std::deque<Activation> activations_;
  std::vector<Literal> last_path_, preferred_;
  std::map<std::uint32_t, std::uint64_t>
      untracked_from_;  // where states became untracked, without those that went on to end
  std::uint64_t pruned_ = 0, untracked_ = 0;
};

}  // namespace janus::engine
