#include "engine/hart/seen_states.h"

#include <algorithm>

#include "engine/state/state_parts.h"
#include "hart/constants.h"
#include "isa/registers.h"
#include "term/work_clock.h"

namespace janus::engine {

struct SeenStates::Kept {
  std::uint64_t sequence;
  hart::ArchitecturalState<term::SymbolicValues> hart;
  Memory memory;
  SharedBoard board;
  SharedFiles files;
  MainCall main_call;
  std::shared_ptr<const Shadow> shadow;
  solver::PathCondition path;
  const Input* inputs;
  std::shared_ptr<const FixedVariables> fixed;
  std::vector<term::Term> preferences;
  PathArrivals arrivals;
};

// What two states differ in that the future rarely depends on.
struct SeenStates::Differences {
  std::array<bool, kRarely> in{};
  void add(Rarely what) { in[static_cast<std::size_t>(what)] = true; }
};

namespace {

// The two lists have the same inputs. The n-th inputs of all paths have the same variables if their sizes agree.
bool same_inputs(const Input* a, const Input* b) {
  for (; a != b; a = a->previous, b = b->previous) {
    if (!a || !b) return false;
    if (a->index != b->index || a->name != b->name || a->device != b->device || a->pc != b->pc ||
        a->address != b->address || a->register_number != b->register_number || a->answer != b->answer ||
        a->size != b->size || !(a->variable == b->variable) || a->chunks != b->chunks) {
      return false;
    }
  }
  return true;
}

// Detectors know the same of both, whose registers are the same, but for the words that are dead in one of them, if
// there are any. Which accesses they have noted does not matter (Revisit's StateComparison says why).
bool same_shadows(const Shadow& now, const Shadow& then, std::optional<std::uint32_t> sp, const DeadStack* dead) {
  const auto &ours = now.pointers, &theirs = then.pointers;
  if (!ours.same_objects(theirs) || !(now.poison == then.poison)) return false;
  for (std::uint8_t number = 1; number < 32; ++number) {
    if (!(ours.entry(number) == theirs.entry(number))) return false;
  }
  const auto same_word = [&](std::uint32_t address) {
    if (dead && dead->has(address, 0) && dead->has(address, 1) && dead->has(address, 2) && dead->has(address, 3))
      return true;
    const auto *const a = ours.entry_of_word(address), *const b = theirs.entry_of_word(address);
    return a && b ? *a == *b : !(a && a->origin.known()) && !(b && b->origin.known());
  };
  return now.defined.same(then.defined, ~0U, dead ? sp : std::nullopt) && ours.all_words(same_word, &theirs) &&
         theirs.all_words(same_word, &ours);
}

// The two have the same conjuncts, in any order.
bool same_conditions(const solver::PathCondition& a, const solver::PathCondition& b) {
  if (a.last() == b.last()) return true;
  if (a.depth() != b.depth()) return false;
  std::vector<const term::Node*> left, right;
  const solver::Conjunct *x = a.last(), *y = b.last();
  for (; x != y; x = x->parent, y = y->parent) {  // of one depth, so they end at the same time
    left.push_back(x->term.node());
    right.push_back(y->term.node());
  }
  std::ranges::sort(left);
  std::ranges::sort(right);
  return left == right;
}

bool same_fixed(const std::shared_ptr<const FixedVariables>& a, const std::shared_ptr<const FixedVariables>& b) {
  return a == b || (a && b && *a == *b);
}

}  // namespace

// Nothing that states may differ in.
std::uint64_t SeenStates::key_of(const ExecutionState& state) {
  std::uint64_t key = state.hart.pc;
  const auto mix = [&key](std::uint64_t value) { key = (key ^ value) * 0x9e37'79b9'7f4a'7c15ULL, key ^= key >> 29; };
  for (const auto& word : state.hart.x) {
    mix(word.term ? reinterpret_cast<std::uintptr_t>(word.term.node()) : word.bits.raw);
  }
  mix(std::uint64_t{state.hart.mstatus} << 32 | state.hart.mie);
  return key;
}

SeenStates::Seen SeenStates::look(const ExecutionState& state) {
  const auto alike = kept_.find(key_of(state));
  if (alike == kept_.end()) return Seen::No;
  std::size_t left = kMostAlike;
  for (auto next = alike->second.rbegin(); next != alike->second.rend() && left > 0; ++next, --left) {
    const std::shared_ptr<const Kept> kept = *next;  // saw() may forget it
    term::spend(term::Work::Comparison);
    Differences differences;
    if (!is_same(state, *kept, differences)) continue;
    bool may_lean = true;
    for (std::size_t i = 0; i < kRarely; ++i) {
      if (differences.in[i] && (strict_[i] || seen_at_[i] > kept->sequence)) may_lean = false;
    }
    if (!may_lean) continue;
    for (std::size_t i = 0; i < kRarely; ++i) {
      leant_on_[i] = leant_on_[i] || differences.in[i];
      // What `state` would do is what was done behind `kept`: also look at this.
      if (seen_at_[i] > kept->sequence) saw(static_cast<Rarely>(i));
    }
    const bool repeats = kept->arrivals.last == state.arrivals.last && kept->hart.retired < state.hart.retired;
    return repeats ? Seen::OnThisPath : Seen::OnAnother;
  }
  return Seen::No;
}

void SeenStates::keep(const ExecutionState& state) {
  if (state.inputs_due || state.seeds || !state.clock_lag.is_exact() || !state.iterations.empty()) return;
  term::spend(term::Work::Fork);  // what is copied
  const std::uint64_t key = key_of(state);
  auto& alike = kept_[key];
  alike.push_back(std::make_shared<const Kept>(Kept{++sequence_, state.hart, state.memory, state.board, state.files,
                                                    state.main_call, state.shadow, state.path, state.inputs,
                                                    state.fixed, state.preferences, state.arrivals}));
  order_.push_back(key);
  if (order_.size() <= kMost) return;
  const auto oldest = kept_.find(order_.front());
  order_.pop_front();
  oldest->second.erase(oldest->second.begin());
  if (oldest->second.empty()) kept_.erase(oldest);
}

void SeenStates::saw(Rarely what) {
  const auto i = static_cast<std::size_t>(what);
  seen_at_[i] = ++sequence_;
  if (!leant_on_[i] || strict_[i]) return;
  strict_[i] = true;
  must_restart_ = true;
  kept_.clear();
  order_.clear();
}

bool SeenStates::is_same(const ExecutionState& state, const Kept& kept, Differences& found) const {
  const auto &now = state.hart, &then = kept.hart;
  if (now.pc != then.pc || now.x != then.x || !same_control(now, then) || now.mscratch != then.mscratch ||
      !(now.icache == then.icache) || !(now.dcache == then.dcache) || !(now.fetch_buffer == then.fetch_buffer)) {
    return false;
  }
  if (state.inputs_due || state.seeds || !state.clock_lag.is_exact() || !state.iterations.empty()) return false;
  if (now.mepc != then.mepc || now.mcause != then.mcause || now.mtval != then.mtval) found.add(Rarely::TrapCsrs);
  // What is not dead must be equal, and what is dead here must be followed there.
  constexpr auto kCsrs = static_cast<std::size_t>(Rarely::TrapCsrs);
  const std::uint8_t dead = kept.arrivals.dead_csrs;
  if ((now.mepc != then.mepc && !(dead & 1)) || (now.mcause != then.mcause && !(dead & 2)) ||
      (now.mtval != then.mtval && !(dead & 4)) || (!strict_[kCsrs] && state.arrivals.dead_csrs & ~dead)) {
    return false;
  }
  const devices::Board &board = state.board.get(), &other = kept.board.get();
  if (now.cycles != then.cycles || now.retired != then.retired) {
    if (board.next_event() != devices::kNever || other.next_event() != devices::kNever) return false;
    found.add(Rarely::Clock);
  }
  return is_covered(state.arrivals, kept, now.cycles) && state.main_call == kept.main_call &&
         state.files == kept.files && same_conditions(state.path, kept.path) &&
         same_inputs(state.inputs, kept.inputs) && same_fixed(state.fixed, kept.fixed) &&
         state.preferences == kept.preferences && same_shadow(state, kept, found) && board.same_but_for_time(other) &&
         same_memory(state, kept, found);
}

// Whether every interrupt that may still arrive now could arrive then as well.
bool SeenStates::is_covered(const PathArrivals& now, const Kept& kept, std::uint64_t cycle) const {
  for (std::size_t i = 0; i < interrupts_.size(); ++i) {
    const SymbolicInterrupt& interrupt = interrupts_[i];
    if (now.left[i] == 0 || interrupt.is_over(cycle)) continue;
    if (now.left[i] > kept.arrivals.left[i]) return false;
    if (!interrupt.windows.empty() && cycle != kept.hart.cycles) return false;
  }
  return true;
}

bool SeenStates::same_shadow(const ExecutionState& state, const Kept& kept, Differences& found) const {
  if (state.shadow == kept.shadow) return true;
  if (!state.shadow || !kept.shadow) return false;
  const auto sp = hart::constant_of(state.hart.x[isa::kSp]);
  if (same_shadows(*state.shadow, *kept.shadow, sp, nullptr)) return true;
  if (strict_[static_cast<std::size_t>(Rarely::Stack)]) return false;
  found.add(Rarely::Stack);
  return state.arrivals.dead.is_within(kept.arrivals.dead) &&
         same_shadows(*state.shadow, *kept.shadow, sp, &kept.arrivals.dead);
}

bool SeenStates::same_memory(const ExecutionState& state, const Kept& kept, Differences& found) const {
  const bool strict = strict_[static_cast<std::size_t>(Rarely::Stack)];
  const DeadStack& dead = kept.arrivals.dead;
  if (!strict && !state.arrivals.dead.is_within(dead)) return false;
  return state.memory.for_each_different_word(kept.memory, [&](std::uint32_t offset) {
    if (strict) return false;
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
      if (dead.has(ram_base_ + offset, byte)) continue;
      const auto a = state.memory.symbol(offset + byte), b = kept.memory.symbol(offset + byte);
      if (!(a.symbol == b.symbol)) return false;
      if (a.symbol ? a.index != b.index : state.memory.byte(offset + byte) != kept.memory.byte(offset + byte)) {
        return false;
      }
    }
    found.add(Rarely::Stack);
    return true;
  });
}

}  // namespace janus::engine
