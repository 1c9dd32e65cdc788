// Paths that are brought back: the hart executes a state from the root and decides as its log says, without a question
// to the solver, up to where the state waited. Nothing of that counts or is told to anybody, since it was when the path
// came there first.
//
// What is ahead may be a tree of logs. Where it forks, the state forks, too: so what paths have in common is executed
// once. The state follows the model of the first path; a frontier has the others as differences (state/frontier.h).
//
// A decision is followed exactly: where a path was forked off, it begins its instruction again, as it did then. So the
// same questions come in the same order. If they do not (the log is from another machine, say), the path is given up,
// and the verdict is not safe.
#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using term::Term;

// Begins to count, if the state is back.
void SymbolicHart::look_whether_back() {
  const LogAhead& ahead = *state_->ahead;
  if (!ahead.is_leaf()) return;
  if (ahead.executed() && state_->hart.cycles < ahead.cycles()) return;
  if (ahead.check() == check_of(*state_)) return go_on_counting();
  lose_path();
}

// No instruction begins at this cycle or later before look_whether_back() is called.
std::uint64_t SymbolicHart::cycle_ahead() const {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  return state_->ahead && state_->ahead->is_leaf() && !ending_ ? state_->ahead->cycles() : kNone;
}

// Up to where a concrete stretch may go, in instructions retired.
std::uint64_t SymbolicHart::stretch_limit() const {
  if (!state_->ahead) return repetition_.look_at();
  return state_->ahead->is_leaf() ? state_->ahead->retired() : ~std::uint64_t{0};
}

// What is brought back was recorded when the path came there first.
void SymbolicHart::record(bool is_on) {
  counts_ = is_on ? all_counts_ : nullptr;
  profile_ = is_on ? whole_profile_ : nullptr;
  if (stretch_ && all_counts_) stretch_->count(counts_);
}

void SymbolicHart::go_on_counting() {
  state_->ahead.reset();
  record(true);
  statistics_.instructions += state_->hart.retired - count_from_.second;  // which are those that do not count
  count_from_ = {state_->hart.cycles, state_->hart.retired};
  std::swap(statistics_, uncounted_);
  if (ends_repetitions_) repetition_.begin(*state_);
}

Ending SymbolicHart::lost() {
  return {.reason = Termination::SolverGaveUp, .detail = "its decisions did not lead there again"};
}

// Whether the log says what happens next. False if the state is back where it was.
bool SymbolicHart::is_ahead() {
  if (state_->ahead && !ending_) look_whether_back();
  return state_->ahead != nullptr;
}

// Decides as the log does. `here`: the side of the condition on which the model is; `holds`: whether that is the
// condition itself. False if the decision is not in the log any more, and nothing is ahead from there on.
bool SymbolicHart::decide_by_log(Term here, bool holds, std::optional<bool>& decided) {
  if (!is_ahead()) return false;  // the path was broken off at this decision
  if (state_->ahead->at_fork()) part(pool_.bit_not(here));
  Decision decision{};
  if (!state_->ahead->read(decision)) {
    if (!ending_) lose_path();
    return true;
  }
  if (state_->ahead->is_leaf()) limit_ = 0;  // look whether the state is back
  if (decision == Decision::Stayed || decision == Decision::Restarted) {
    note_fork(*state_, decision);
  } else {
    state_->log.append(decision);
  }
  if (decision != Decision::OneSided) state_->path = solver::extend(state_->path, here);
  if (decision == Decision::Restarted) return abandon(), true;
  decided = holds;
  return true;
}

// Makes a state of the path that was forked off here, on which `condition` holds.
void SymbolicHart::part(Term condition) {
  auto model = std::make_shared<term::Assignment>(*state_->model);
  auto ahead = std::make_shared<LogAhead>(state_->ahead->fork(*model));
  Decision decision{};
  ahead->read(decision);  // Restarted
  auto sibling = std::make_unique<State>(*state_);
  sibling->model = std::move(model);
  sibling->ahead = std::move(ahead);
  note_fork(*sibling, decision);
  sibling->path = solver::extend(sibling->path, condition);
  siblings_->push_back(std::move(sibling));
  forget_pages();
  limit_ = 0;
}

void SymbolicHart::note_fork(State& state, Decision decision) const {
  ++state.depth;
  state.tree_fraction /= 2;
  state.log.append(decision);
  if (decision == Decision::Restarted) state.restarted_at = state.hart.cycles;
}

// A word that is no function of the path condition: `now`, unless the log has it. Nothing if the path is lost.
std::optional<std::uint32_t> SymbolicHart::logged(std::uint32_t now, unsigned bits) {
  if (abandoned_) return std::nullopt;
  if (is_ahead() && !state_->ahead->read(bits, now)) {
    if (!ending_) lose_path();
    return std::nullopt;
  }
  if (state_->ahead && state_->ahead->is_leaf()) limit_ = 0;  // look whether the state is back
  if (config_.log) state_->log.append_word(now, bits);
  return now;
}

}  // namespace janus::engine
