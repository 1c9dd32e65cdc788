#include "engine/state/work_profile.h"

#include <algorithm>

#include "program/call_convention.h"
#include "support/contract.h"
#include "term/smtlib.h"

namespace janus::engine {

Work& Work::operator+=(const Work& other) {
  instructions += other.instructions;
  forks += other.forks;
  ended += other.ended;
  waiting += other.waiting;
  questions += other.questions;
  nanoseconds += other.nanoseconds;
  return *this;
}

template <class Add>
void WorkProfile::add(const ExecutionState* state, Add&& change) {
  change(work_at(state));
  if (follows_calls_) change(calls_[state ? state->call : 0].own);
}

void WorkProfile::forked(const ExecutionState& state) {
  add(&state, [](Work& work) { ++work.forks; });
}

void WorkProfile::ended(const ExecutionState& state) {
  add(&state, [](Work& work) { ++work.ended; });
}

void WorkProfile::waits_no_more(const ExecutionState& state) {
  const auto found = waiting_.find({state.call, state.hart.pc});
  if (found == waiting_.end() || found->second == 0) return;  // a technique has moved the state
  --found->second;                                            // the entry stays, since other states will wait there
}

void WorkProfile::asked(const ExecutionState* state, const term::TermPool& pool, const solver::PathCondition& path,
                        term::Term question, solver::Answer answer, solver::QuestionTime how_long) {
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(how_long.time.count(), 0));
  add(state, [&](Work& work) {
    work.questions += how_long.times;
    work.nanoseconds += nanoseconds * how_long.times;
  });
  if (how_long.time < kDear || (dearest_.size() == kDearest && nanoseconds <= dearest_.back().nanoseconds)) return;
  std::vector<term::Term> assertions = path.terms();
  DearQuestion dear{.nanoseconds = nanoseconds,
                    .pc = state ? state->hart.pc : 0,
                    .nodes = 0,
                    .conjuncts = assertions.size(),
                    .answer = answer,
                    .text = {}};
  assertions.push_back(question);
  dear.nodes = term::count_nodes(assertions);
  if (dear.nodes <= kMostNodes) dear.text = term::smtlib_script(pool, assertions);
  add(std::move(dear));
}

void WorkProfile::add(DearQuestion question) {
  const auto place =
      std::ranges::upper_bound(dearest_, question.nanoseconds, std::greater<>{}, &DearQuestion::nanoseconds);
  dearest_.insert(place, std::move(question));
  if (dearest_.size() > kDearest) dearest_.pop_back();
}

void WorkProfile::clear() {
  JANUS_REQUIRE(!follows_calls_);
  places_.clear();
  recent_ = {};
  waiting_.clear();
  dearest_.clear();
}

// --- Calls.

void WorkProfile::jumped(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
  const std::uint32_t target = state.hart.pc;
  if (isa::control(instruction.opcode) == isa::Control::ReturnsFromTrap) {
    for (std::uint32_t at = state.call; at != 0; at = calls_[at].caller) {
      if (!calls_[at].is_trap) continue;
      state.call = calls_[at].caller;
      return;
    }
    return;  // the start of a task, or of user mode
  }
  if (program::is_call(instruction)) return enter(state, pc, isa::next_pc(pc, instruction), false);
  if (!program::is_return(instruction)) return;
  for (std::uint32_t at = state.call; at != 0 && !calls_[at].is_trap; at = calls_[at].caller) {
    if (calls_[at].return_address != target) continue;
    state.call = calls_[at].caller;
    return;
  }
}

void WorkProfile::interrupted(ExecutionState& state) {
  if (follows_calls_) enter(state, 0, 0, true);
}

void WorkProfile::enter(ExecutionState& state, std::uint32_t site, std::uint32_t return_address, bool is_trap) {
  const std::uint32_t target = state.hart.pc;
  const std::pair<std::uint64_t, std::uint64_t> key{std::uint64_t{state.call} << 1 | is_trap,
                                                    std::uint64_t{site} << 32 | target};
  const auto found = known_calls_.find(key);
  if (found != known_calls_.end()) {
    state.call = found->second;
  } else {
    if (calls_.size() == kMostCalls) return;
    calls_.push_back({.caller = state.call,
                      .site = site,
                      .target = target,
                      .return_address = return_address,
                      .is_trap = is_trap,
                      .count = 0,
                      .own = {}});
    state.call = static_cast<std::uint32_t>(calls_.size() - 1);
    known_calls_.emplace(key, state.call);
  }
  ++calls_[state.call].count;
}

std::map<std::uint32_t, Work> WorkProfile::by_place() const {
  std::map<std::uint32_t, Work> all(places_.begin(), places_.end());
  counts_.for_each(
      [&](std::uint32_t pc, const program::ExecutionCounts::Count& count) { all[pc].instructions += count.executed; });
  for (const auto& [place, states] : waiting_) {
    if (states > 0) all[place.second].waiting += states;
  }
  return all;
}

std::vector<std::vector<std::uint32_t>> WorkProfile::callees() const {
  std::vector<std::vector<std::uint32_t>> callees(calls_.size());
  for (std::uint32_t at = 1; at < calls_.size(); ++at) callees[calls_[at].caller].push_back(at);
  return callees;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, WorkProfile::Call> WorkProfile::calls() const {
  std::vector<Work> inclusive;
  for (const CallNode& node : calls_) inclusive.push_back(node.own);
  for (const auto& [place, states] : waiting_) inclusive[place.first].waiting += states;
  for (std::uint32_t at = static_cast<std::uint32_t>(calls_.size()) - 1; at > 0; --at) {
    if (!calls_[at].is_trap) inclusive[calls_[at].caller] += inclusive[at];
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, Call> result;
  const auto callees_of = callees();
  std::unordered_map<std::uint32_t, std::uint32_t> active;  // calls of each function, from the root to here
  std::vector<std::pair<std::uint32_t, bool>> left{{0, false}};
  while (!left.empty()) {  // nodes in depth, each once before and once after its callees
    const auto [at, is_done] = left.back();
    left.pop_back();
    const CallNode& node = calls_[at];
    if (is_done) {
      --active[node.target];
      continue;
    }
    left.emplace_back(at, true);
    const bool is_outermost = active[node.target]++ == 0;
    if (at != 0 && !node.is_trap) {
      Call& call = result[{node.site, node.target}];
      call.count += node.count;
      if (is_outermost) call.inclusive += inclusive[at];
    }
    for (const std::uint32_t callee : callees_of[at]) left.emplace_back(callee, false);
  }
  return result;
}

}  // namespace janus::engine
