// The states that were there before: a table by what is concrete in a state, and a comparison up to the names of
// inputs and the time.
//
// Cost: a look visits the words of memory that the path has changed since its last look. A comparison, which only
// states of one hash have, visits the symbolic bytes of memory and the conjuncts of both paths. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/revisit/renaming.h"
#include "engine/state/execution_state.h"
#include "solver/solver.h"
#include "term/evaluate.h"
#include "term/support.h"

namespace janus::engine {

// The last look at a path.
struct LastLook {
  Memory memory;
  std::uint64_t memory_hash = 0;
  solver::PathCondition path;
  const Input* inputs = nullptr;
  std::uint64_t visits = 0;  // of loop heads since the path condition and the inputs last changed
  std::uint32_t rounds = 0;  // how often the path was widened (widening.h)
};

class VisitedStates {
 public:
  // Bounds of the table. Once one is reached, the table stays as it is.
  static constexpr std::size_t kMaxStates = 100'000, kMaxBytes = std::size_t{256} << 20;
  static constexpr std::size_t kMaxCompared = 64;       // states of one hash
  static constexpr std::uint32_t kMaxConjuncts = 2048;  // of a path that is compared or kept
  static constexpr unsigned kMaxQuestions = 8;          // to the solver, for a look
  static constexpr double kQuestionSeconds = 0.01;      // counted

  VisitedStates(term::TermPool& pool, solver::Solver& solver) : pool_(pool), solver_(solver) {}

  // The hash of a memory. `before`: of this path's last look, or null.
  std::uint64_t hash_of(const Memory& memory, const LastLook* before);
  // What is concrete in `state`.
  static std::uint64_t hash_of(const ExecutionState& state, std::uint64_t memory_hash);
  // Whether a state of that hash was there before that can do whatever `state` can do.
  bool contain(const ExecutionState& state, std::uint64_t hash);
  // How many states of that hash are there.
  std::size_t variants(std::uint64_t hash) const;
  // Keeps `state`. False if there is no room.
  bool add(const ExecutionState& state, std::uint64_t hash);

  void clear();

  std::size_t size() const { return states_; }
  bool full() const { return states_ >= kMaxStates || bytes_ >= kMaxBytes; }
  std::uint64_t compared() const { return compared_; }

 private:
  struct Visit {
    hart::ArchitecturalState<term::SymbolicValues> hart;
    Memory memory;
    SharedBoard board;
    SharedFiles files;
    MainCall main_call;
    const Frame* calls;
    std::shared_ptr<const Shadow> shadow;
    solver::PathCondition path;
    const Input* inputs;
    std::vector<term::Term> conjuncts;  // of the path, that constrain what is there
  };
  bool covers(const Visit& visit, const ExecutionState& state);
  bool follows(const ExecutionState& state, term::Term condition);
  static bool same_memory(const Memory& then, const Memory& now, Renaming& renaming);

  term::TermPool& pool_;
  solver::Solver& solver_;
  term::Evaluator evaluator_;
  term::Support support_;
  std::unordered_map<std::uint64_t, std::vector<std::unique_ptr<Visit>>> visits_;
  std::size_t states_ = 0, bytes_ = 0, changed_words_ = 0;
  std::uint64_t compared_ = 0;
  unsigned questions_left_ = 0;  // for this look
  Renaming::Conjuncts there_;    // those of the state that is looked at
};

}  // namespace janus::engine
