// Takes a state apart by the values of terms that have few. A value that is computed from inputs of earlier iterations
// grows with every iteration of a loop, so a state with such a value is never there again; the cases are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/hart/technique_context.h"
#include "term/evaluate.h"

namespace janus::engine {

// Not thread-safe.
class FewValues {
 public:
  static constexpr std::size_t kFew = 16;           // values of one term
  static constexpr std::size_t kMaxCases = 128;     // of a state
  static constexpr std::size_t kMaxTerms = 32;      // in registers and memory; a state with more stays whole
  static constexpr double kQuestionSeconds = 0.03;  // counted

  // A term of which `is_widened` is true stands for any value of a range, however few these are: it stays whole.
  FewValues(term::TermPool& pool, solver::Solver& solver, std::uint32_t ram_base,
            std::function<bool(term::Term)> is_widened)
      : pool_(pool), solver_(solver), ram_base_(ram_base), is_widened_(std::move(is_widened)) {}

  // States that together are `state`: each term in a register or in memory that has at most kFew values on the path has
  // one of them. Bytes of inputs that no instruction has read stay what they are. Empty if there is nothing to take
  // apart, or the solver gave up. `state` must have a model.
  States cases_of(const ExecutionState& state);

 private:
  struct Value {
    std::uint64_t value;
    std::shared_ptr<const term::Assignment> model;
  };
  struct Held {
    term::Term term;
    std::vector<std::uint8_t> registers = {};                        // that have it
    std::vector<std::pair<std::uint32_t, std::uint8_t>> bytes = {};  // of memory, by offset; which byte of the term
  };
  std::vector<Value> values_of(const ExecutionState& state, term::Term term);
  void set(ExecutionState& state, const Held& held, std::uint64_t value);
  std::vector<Held> terms_of(const ExecutionState& state);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const std::uint32_t ram_base_;
  const std::function<bool(term::Term)> is_widened_;
};

}  // namespace janus::engine
