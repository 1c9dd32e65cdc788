// Time: the clocks of states that stand for several paths (decision records 19 and 77), and interrupts that may arrive
// at any instruction boundary (decision record 33).
//
// At a boundary where an interrupt can arrive, the state forks: in the sibling it arrives there, and the state itself
// decides at its next boundary again. So a path is the list of its arrivals, and a concrete machine repeats it if each
// arrives at the same cycle: an instruction takes a cycle at least, so no two boundaries have one cycle.
//
// Not every boundary makes a difference. An interrupt that is not taken may as well arrive behind the next instruction,
// unless that can see whether it is pending, or the last window closes. And where it is taken, most paths soon come to
// a state that another path was in before (seen_states.h).
#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/hart/charges.h"
#include "engine/hart/symbolic_hart.h"
#include "isa/predicates.h"
#include "support/contract.h"
#include "term/range.h"

namespace janus::engine {

namespace {

// Boundaries behind the return of a handler at each of which a state is kept. Later, only where a path jumps back.
constexpr std::uint32_t kKeptBoundaries = 256;
// No instruction takes more cycles, unless there are caches or wait states.
constexpr std::uint64_t kLongInstruction = 1U << 10;
// Operations that a latency is deep, which is a sum of choices by significant bits, at most.
constexpr unsigned kDepthOfLatency = 16;

}  // namespace

void SymbolicHart::hold_interrupts(State& state) {
  JANUS_REQUIRE(config_.interrupts.size() <= PathArrivals::kMostInterrupts);
  for (std::size_t i = 0; i < config_.interrupts.size(); ++i) {
    state.board.own().hold(*config_.interrupts[i].row);
    state.arrivals.left[i] = config_.interrupts[i].most;
  }
}

// For a state before its first instruction.
void SymbolicHart::keep_first_state(const State& state) {
  if (config_.interrupts.empty() || config_.planned || config_.boundaries == Boundaries::Every) return;
  seen_ = std::make_unique<SeenStates>(config_.interrupts, config_.ram_base);
  first_state_ = std::make_unique<const State>(state);
}

// Whether an interrupt may still arrive on the path.
bool SymbolicHart::awaits_interrupts() const {
  const std::uint64_t cycle = state_->hart.cycles;
  for (std::size_t i = 0; i < config_.interrupts.size(); ++i) {
    const SymbolicInterrupt& interrupt = config_.interrupts[i];
    if (state_->arrivals.left[i] > 0 && !interrupt.is_over(cycle)) return true;
  }
  return false;
}

// At an instruction boundary: decides which interrupts arrive. False if the path has forked or ended.
bool SymbolicHart::decide_arrivals() {
  PathArrivals& path = state_->arrivals;
  if (config_.planned) {
    arrive_as_planned();
    return true;
  }
  count_handlers();
  if (seen_) follow_stack();
  if (path.boundary != state_->hart.cycles) {
    path.boundary = state_->hart.cycles;
    path.next = 0;
    if (seen_ && was_seen()) return false;
  }
  for (; path.next < config_.interrupts.size(); ++path.next) {
    if (!should_arrive(config_.interrupts[path.next], path.left[path.next])) continue;
    fork_arrival(path.next++);
    return false;
  }
  return true;
}

void SymbolicHart::arrive_as_planned() {
  PathArrivals& path = state_->arrivals;
  path.boundary = state_->hart.cycles;
  path.traps = state_->hart.traps;
  for (; path.next < config_.planned->size(); ++path.next) {
    const auto& [row, cycle] = (*config_.planned)[path.next];
    if (cycle > state_->hart.cycles) return;
    const auto found = std::ranges::find(config_.interrupts, row, &SymbolicInterrupt::row);
    if (found != config_.interrupts.end()) arrive(static_cast<std::size_t>(found - config_.interrupts.begin()));
  }
}

void SymbolicHart::count_handlers() {
  PathArrivals& path = state_->arrivals;
  if (path.traps == state_->hart.traps) return;
  path.handlers += static_cast<std::uint32_t>(state_->hart.traps - path.traps);
  path.traps = state_->hart.traps;
  path.dead_csrs = 0;  // they say what the handler is called for
}

void SymbolicHart::follow_stack() {
  DeadStack& dead = state_->arrivals.dead;
  if (dead.has_any(state_->hart.pc, 4)) seen_->saw(SeenStates::Rarely::Stack);  // executes it
  const Word32 stack_pointer = get(2);
  if (stack_pointer.term) return;
  const std::uint32_t now = stack_pointer.bits.raw;
  if (dead.is_followed()) {
    if (now != dead.stack_pointer()) dead.moved(now);
  } else if (state_->hart.mie != 0 && now != 0) {
    if (!stack_base_) stack_base_ = now;
    dead.follow(*stack_base_, now);
  }
}

// Whether the path has come to a state that was seen before; then it ends. Otherwise, keeps the state if another path
// is likely to come to it. The states of handlers are not kept: what they have in common comes behind them.
bool SymbolicHart::was_seen() {
  PathArrivals& path = state_->arrivals;
  const bool jumped_back = state_->hart.pc <= std::exchange(path.pc, state_->hart.pc);
  if (path.handlers > 0) return false;
  const bool keeps = jumped_back || (path.last && path.since_return < kKeptBoundaries);
  ++path.since_return;
  switch (seen_->look(*state_)) {
    case SeenStates::Seen::No: break;
    case SeenStates::Seen::OnThisPath:
      end({.reason = Termination::Repeats, .unexpected = config_.repeating_fails});
      return true;
    case SeenStates::Seen::OnAnother:
      ++statistics_.seen_again;
      end({.reason = Termination::Subsumed});
      return true;
  }
  if (!keeps) return false;
  seen_->keep(*state_);
  forget_pages();  // they are shared now
  return false;
}

bool SymbolicHart::should_arrive(const SymbolicInterrupt& interrupt, std::uint32_t left) {
  const auto& s = state_->hart;
  if (left == 0 || !interrupt.is_open(s.cycles) || !state_->board.get().can_arrive(*interrupt.row)) return false;
  if (config_.boundaries == Boundaries::Every || s.waiting) return true;
  const bool taken = s.mie >> interrupt.row->interrupt & 1 &&
                     (s.privilege != hart::Privilege::Machine || s.mstatus & hart::status::kMie);
  if (taken || state_->board.get().moves()) return true;  // what is copied may tell whether a word has arrived
  const bool simple = !config_.timing.looks_at_addresses() && !config_.timing.looks_at_fetches();
  for (const auto& [first, last] : interrupt.windows) {
    if (s.cycles <= last && (!simple || last - s.cycles < kLongInstruction)) return true;
  }
  return shows_interrupts();
}

// Whether the next instruction may find out which interrupts are pending, or access a device. True if unknown.
bool SymbolicHart::shows_interrupts() {
  const std::uint32_t offset = state_->hart.pc - config_.ram_base;
  if (!in_ram(state_->hart.pc, 4) || offset % Memory::kPageBytes > Memory::kPageBytes - 4) return true;
  const Memory::Page* page = page_to_read(offset);
  if (!page || !page->is_concrete(offset % Memory::kPageBytes, 4)) return true;
  std::uint32_t bits = 0;
  std::memcpy(&bits, page->bytes(offset % Memory::kPageBytes), sizeof bits);
  const isa::Instruction instruction = isa::decode(bits, extensions());
  if (const isa::MemoryUse use = isa::memory_use(instruction.opcode); use.bytes != 0) {
    const Word32 base = get(instruction.rs1);
    const std::uint32_t address = base.bits.raw + (isa::is_atomic(instruction) ? 0 : instruction.immediate);
    return base.term || !in_ram(address, use.bytes);
  }
  if (isa::accesses_csr(instruction)) return static_cast<std::uint16_t>(instruction.immediate) == isa::csr::mip;
  return instruction.opcode == isa::Opcode::wfi;
}

// The sibling is one in which the interrupt arrives; there it may arrive again.
void SymbolicHart::fork_arrival(std::size_t index) {
  ++statistics_.forks;
  ++statistics_.arrivals;
  ++statistics_.forks_at[pc()];
  if (profile_) profile_->forked(*state_);
  spend_on_fork(*state_);
  ++state_->depth;
  state_->tree_fraction /= 2;
  auto sibling = std::make_unique<State>(*state_);
  sibling->seeds.reset();
  if (tree_) tree_->forked(*state_, *sibling, false);
  State* const running = std::exchange(state_, sibling.get());
  arrive(index);
  state_ = running;
  // Where the clock counts, the path without arrivals may never end: then the one with the arrival goes on first.
  if (statistics_.restarts > 0) std::swap(*state_, *sibling);
  siblings_->push_back(std::move(sibling));
  forget_pages();  // all pages are shared now: a store must copy its page first
  limit_ = 0;
}

void SymbolicHart::arrive(std::size_t index) {
  auto& s = state_->hart;
  PathArrivals& path = state_->arrivals;
  const devices::ArrivalRow& row = *config_.interrupts[index].row;
  if (path.left[index] > 0) --path.left[index];
  path.last = std::make_shared<const Arrival>(Arrival{path.last, &row, s.retired, s.cycles, s.pc});
  state_->board.own().advance_to(config_.timing.time_at(s.cycles));
  make_moves();
  state_->board.own().arrive(row);
  update_lines();
}

// When a window opens in which an interrupt may still arrive; the largest number if none will.
std::uint64_t SymbolicHart::next_opening() const {
  std::uint64_t next = ~std::uint64_t{0};
  if (config_.planned && state_->arrivals.next < config_.planned->size()) {
    return (*config_.planned)[state_->arrivals.next].cycle;
  }
  for (std::size_t i = 0; i < config_.interrupts.size(); ++i) {
    if (state_->arrivals.left[i] > 0) next = std::min(next, config_.interrupts[i].next_opening(state_->hart.cycles));
  }
  return next;
}

// --- What the reduction has to hear of.

void SymbolicHart::note_return_from_trap() {
  PathArrivals& path = state_->arrivals;
  if (seen_ && path.dead_csrs & 1) seen_->saw(SeenStates::Rarely::TrapCsrs);
  if (path.handlers > 0) --path.handlers;
  path.dead_csrs = 7;
  path.since_return = 0;
}

void SymbolicHart::note_csr(std::uint16_t number, bool written) {
  namespace csr = isa::csr;
  const std::uint8_t bit = number == csr::mepc ? 1 : number == csr::mcause ? 2 : number == csr::mtval ? 4 : 0;
  std::uint8_t& dead = state_->arrivals.dead_csrs;
  if (!(dead & bit)) return;
  if (written) {
    dead &= static_cast<std::uint8_t>(~bit);
  } else {
    seen_->saw(SeenStates::Rarely::TrapCsrs);
  }
}

// Explores everything again, if paths were ended that should not have been.
void SymbolicHart::restart_if_needed() {
  if (!seen_ || !seen_->must_restart()) return;
  ++statistics_.restarts;
  siblings_->push_back(std::make_unique<State>(*first_state_));
}

// --- Clocks of states that stand for several paths.

// A latency that depends on symbolic operands. If the state has an exact time, or a timer is armed, which interrupts at
// an exact time, each feasible latency is a path. Where states merge, the state takes the least latency, and a term
// says how much longer each path takes. With a technique or in a bounded check, it has no exact time from then on.
std::optional<std::uint32_t> SymbolicHart::latency(Word32 cycles, std::uint32_t least) {
  if (!cycles.term) return cycles.bits.raw;
  const bool alone = !facts_ && watchers_.empty();
  // What is prefetched depends on the time, so the cost of what follows would depend on the path.
  const bool prefetches = config_.timing.prefetch.exists() && state_->clock_lag.known;
  const bool by_path = alone && (prefetches || (state_->clock_lag.is_exact() && !merge_points_));
  if (by_path || state_->board.get().next_event() != devices::kNever) return resolve(cycles);
  if (alone && state_->clock_lag.known) {
    late_ = pool_.sub(cycles.term, pool_.constant(32, least));
  } else {
    state_->clock_lag.lose();
  }
  return least;
}

// Accounts for late_, once the instruction has completed.
void SymbolicHart::fall_behind() {
  ClockLag& lag = state_->clock_lag;
  const std::uint64_t most = term::range(late_, kDepthOfLatency).high;
  const std::uint32_t energy = config_.timing.energy.cycle;
  const term::Term more_energy = energy ? pool_.mul(late_, pool_.constant(32, energy)) : term::Term();
  const bool measures_energy = state_->stretch.measure == Measure::Energy;
  state_->stretch.fall_behind(measures_energy ? more_energy : late_, measures_energy ? most * energy : most, pool_);
  if (energy) {
    lag.energy = lag.energy ? pool_.add(lag.energy, more_energy) : more_energy;
    lag.most_energy += most * energy;
  }
  if ((lag.most + most) >> 32 != 0) return lag.lose();
  lag.cycles = lag.cycles ? pool_.add(lag.cycles, late_) : late_;
  lag.most += static_cast<std::uint32_t>(most);
}

// Makes the clocks of a merged state exact: a path for each time that its paths took. Returns false if the instruction
// is abandoned, or the path ended because the times are not known.
bool SymbolicHart::need_exact_time() {
  repetition_.saw_time(*state_);
  if (seen_) seen_->saw(SeenStates::Rarely::Clock);
  state_->saw_time = true;
  ClockLag& lag = state_->clock_lag;
  if (!lag.known) {
    end({.reason = Termination::TimeIsMerged});
    return false;
  }
  const auto catch_up = [this](term::Term& behind, std::uint64_t& clock) {
    if (!behind) return true;
    const auto value = resolve({behind, {}});
    if (!value) return false;
    clock += *value;
    behind = {};
    return true;
  };
  const std::uint64_t before = state_->hart.cycles;
  if (!catch_up(lag.cycles, state_->hart.cycles)) return false;
  // What it has taken stays as it is.
  if (state_->stretch.measure == Measure::Cycles) state_->stretch.began += state_->hart.cycles - before;
  return catch_up(lag.retired, state_->hart.retired);
}

}  // namespace janus::engine
