#include "engine/summarize/loop_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/state/state_parts.h"
#include "isa/registers.h"

namespace janus::engine {

using term::Term;

namespace {

// Adds a condition to a list of conjuncts. A conjunction is taken apart, and each conjunct is added once.
void add_conjuncts(term::TermPool& pool, Term condition, std::vector<Term>& to) {
  const bool negated = condition.is(term::Kind::Not);
  const Term inner = negated ? condition->child[0] : condition;
  if (inner.is(negated ? term::Kind::Or : term::Kind::And)) {
    for (int i = 0; i < 2; ++i) {
      add_conjuncts(pool, negated ? pool.bit_not(inner->child[i]) : inner->child[i], to);
    }
  } else if (std::find(to.begin(), to.end(), condition) == to.end()) {
    to.push_back(condition);
  }
}

// The conjuncts that the path of `state` has in addition to the path of `header`, in the order of the path.
std::vector<Term> conditions_since(term::TermPool& pool, const ExecutionState& header, const ExecutionState& state) {
  std::vector<Term> assumed, conditions;
  for (const solver::Conjunct* c = state.path.last(); c != header.path.last(); c = c->parent)
    assumed.push_back(c->term);
  for (std::size_t i = assumed.size(); i-- > 0;) add_conjuncts(pool, assumed[i], conditions);
  return conditions;
}

bool is_ancestor(const Frame* frame, const Frame* of) {
  const std::uint32_t depth = frame ? frame->depth : 0;
  while (of && of->depth > depth) of = of->caller;
  return of == frame;
}

}  // namespace

LoopBody LoopBodyExplorer::explore(const ExecutionState& state, program::ProgramLoops::LoopNumber loop, unsigned level,
                                   const Visitor& visitor) {
  if (loops_.irreducible(loop)) throw Unsummarizable{"can be entered in the middle"};
  if (state.board.get().next_event() != devices::kNever) throw Unsummarizable{"a timer is armed"};
  if (state.hart.is_guarded()) throw Unsummarizable{"physical memory protection is on"};
  LoopBody body;
  const std::uint32_t written = loops_.written_registers(loop) & ~(1U << isa::kSp);
  for (std::uint32_t r = 1; r < 32; ++r) {
    if (written >> r & 1) body.locations.push_back({Location::Kind::Register, r});
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    ExecutionState header = state;
    header.clock_lag.lose();
    body.generic.clear();
    for (const Location& location : body.locations) {
      const bool word = location.kind == Location::Kind::Word;
      const auto name = word ? fmt::format("loop{}.m{:08x}", level, location.number)
                             : fmt::format("loop{}.x{}", level, location.number);
      body.generic.push_back(pool_.variable(name, 32));
      set_value(header, location, body.generic.back(), hart_.ram_base());
    }
    const Runs runs = run(header, loop, visitor);
    bool grew = false;
    for (const auto& end : runs) grew = add_changed(body, header, *end) || grew;
    if (grew) continue;
    for (const auto& end : runs) {
      LoopPath& path = body.paths.emplace_back();
      path.conditions = conditions_since(pool_, header, *end);
      for (const Location& location : body.locations) {
        path.updates.push_back(value_at(pool_, *end, location, hart_.ram_base()));
      }
    }
    for (const auto& end : runs) require_no_pointers(body, state, *end);
    for (const Location& location : body.locations) {
      body.on_arrival.push_back(value_at(pool_, state, location, hart_.ram_base()));
    }
    return body;
  }
  throw Unsummarizable{"changes more and more locations"};
}

// Executes all paths from the header. Returns the states that came back to the header.
LoopBodyExplorer::Runs LoopBodyExplorer::run(const ExecutionState& header, program::ProgramLoops::LoopNumber loop,
                                             const Visitor& visitor) {
  Runs back;
  States waiting;
  waiting.push_back(std::make_unique<ExecutionState>(header));
  const std::uint64_t gave_up = hart_.statistics().gave_up;
  std::uint64_t left_to_run = kMaxInstructions;
  while (!waiting.empty()) {
    auto state = std::move(waiting.back());
    waiting.pop_back();
    if (state->at_merge_point && state->hart.pc != header.hart.pc &&
        loops_.headed_by(state->hart.pc) != program::ProgramLoops::kNone) {
      visitor(*state, waiting);
    }
    const std::uint64_t before = state->hart.retired;
    const auto ending = hart_.run(*state, std::min(kSlice, left_to_run), waiting);
    left_to_run -= std::min(left_to_run, state->hart.retired - before);
    if (hart_.statistics().gave_up != gave_up) throw Unsummarizable{"the solver gave up on its body"};
    if (ending) {
      if (row(ending->reason).consequence == Consequence::GivenUp) throw Unsummarizable{"depends on time"};
      continue;  // the path ended within the loop, for example by an exit
    }
    if (stop_()) throw Unsummarizable{"takes too long to look at", true};
    if (left_to_run == 0) throw Unsummarizable{"its body takes too many instructions"};
    if (state->at_merge_point && state->calls == header.calls && state->hart.pc == header.hart.pc) {
      require_plain(header, *state);
      back.push_back(std::move(state));
    } else if (!has_left(header, *state, loop)) {
      waiting.push_back(std::move(state));
    }
    if (back.size() + waiting.size() > kMaxPaths) throw Unsummarizable{"has too many paths"};
  }
  return back;
}

bool LoopBodyExplorer::has_left(const ExecutionState& header, const ExecutionState& state,
                                program::ProgramLoops::LoopNumber loop) const {
  if (state.calls == header.calls) return !loops_.contains(loop, state.hart.pc);
  return !is_ancestor(header.calls, state.calls);
}

void LoopBodyExplorer::require_plain(const ExecutionState& header, const ExecutionState& state) {
  if (state.inputs != header.inputs) throw Unsummarizable{"makes inputs"};
  const auto &a = header.hart, &b = state.hart;
  if (!same_control(a, b) || !(a.mscratch == b.mscratch) || !(a.mepc == b.mepc) || !(a.mcause == b.mcause) ||
      !(a.mtval == b.mtval)) {
    throw Unsummarizable{"changes control and status registers"};
  }
  if (!header.board.get().same_but_for_time(state.board.get())) throw Unsummarizable{"changes a device"};
  if (!(header.files == state.files)) throw Unsummarizable{"calls the host"};
  if (header.main_call != state.main_call) throw Unsummarizable{"calls main"};
}

// A summary gives a location a new value, of which nobody would know where it comes from. What a register has that
// nobody reads before it is written does not matter.
void LoopBodyExplorer::require_no_pointers(const LoopBody& body, const ExecutionState& state,
                                           const ExecutionState& end) const {
  if (!state.shadow) return;
  const std::uint32_t live = hart_.live_at(state.hart.pc);
  const auto sp = hart::constant_of(state.hart.x[isa::kSp]);
  if (!state.shadow->pointers.same_objects(end.shadow->pointers)) throw Unsummarizable{"uses the heap"};
  if (!(state.shadow->poison == end.shadow->poison)) throw Unsummarizable{"poisons memory"};
  if (!state.shadow->defined.same(end.shadow->defined, live, sp)) throw Unsummarizable{"writes what was not written"};
  const auto is_pointer = [&](const ExecutionState& at, const Location& location) {
    const auto value = term::SymbolicValues::from_term<32>(value_at(pool_, at, location, hart_.ram_base()));
    if (location.kind == Location::Kind::Word) return at.shadow->pointers.of_word(location.number, value).known();
    const auto number = static_cast<std::uint8_t>(location.number);
    return (live >> number & 1) && at.shadow->pointers.of_register(number, value).known();
  };
  for (const Location& location : body.locations) {
    if (is_pointer(state, location) || is_pointer(end, location)) throw Unsummarizable{"moves a pointer"};
  }
}

// Adds the locations that `state` has changed since the header to the body. Returns whether any location was new.
bool LoopBodyExplorer::add_changed(LoopBody& body, const ExecutionState& header, const ExecutionState& state) const {
  const std::size_t before = body.locations.size();
  const auto add = [&](const Location& location) {
    if (std::find(body.locations.begin(), body.locations.end(), location) != body.locations.end()) return;
    body.locations.push_back(location);
    if (body.locations.size() > kMaxLocations) throw Unsummarizable{"changes too many locations"};
  };
  for (std::uint32_t r = 1; r < 32; ++r) {
    if (!(header.hart.x[r] == state.hart.x[r])) add({Location::Kind::Register, r});
  }
  header.memory.for_each_different_word(state.memory, [&](std::uint32_t offset) {
    if (!(word_at(pool_, header.memory, offset) == word_at(pool_, state.memory, offset)))
      add({Location::Kind::Word, hart_.ram_base() + offset});
    return true;
  });
  return body.locations.size() != before;
}

}  // namespace janus::engine
