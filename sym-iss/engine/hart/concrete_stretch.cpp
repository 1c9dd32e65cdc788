#include "engine/hart/concrete_stretch.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "engine/hart/charges.h"
#include "isa/clocks.h"
#include "isa/hooks.h"
#include "support/activity.h"
#include "support/contract.h"

namespace janus::engine {

namespace memory_map = devices::memory_map;

constexpr std::uint32_t kGranule = hart::ConcreteHart::kGranuleBytes;
constexpr std::size_t kManyStored = 4096;
constexpr std::uint32_t kMostNeedless = 1024;  // questions before the code is translated again
static_assert(kGranule == Memory::kPageBytes, "a permission for each page of a state's memory");

// --- When to try.

void StretchPolicy::begin_window(const ExecutionState& state) {
  id_ = state.id;
  look_at_ = state.hart.retired + window_;
  began_ = term::WorkClock::now();
}

bool StretchPolicy::is_due(const ExecutionState& state) {
  const std::uint64_t retired = state.hart.retired;
  const auto paused_at = std::exchange(paused_at_, std::nullopt);
  if (eager_ || (id_ == state.id && paused_at == retired)) return true;
  if (id_ == state.id && retired < look_at_) return false;
  // Interrupts and exceptions are work, too.
  const auto instructions = static_cast<term::WorkClock::rep>(window_ + window_ / 8 + 1);
  const term::WorkClock::duration most(nanoseconds_of_instruction(state) * instructions);
  const bool quiet = id_ == state.id && retired == look_at_ && term::WorkClock::now() - began_ <= most;
  begin_window(state);
  return quiet;
}

void StretchPolicy::ended(const ExecutionState& state, std::uint64_t instructions, bool only_paused) {
  instructions_ += instructions;
  if (only_paused) {
    id_ = state.id;
    paused_at_ = state.hart.retired;
    return;
  }
  const bool pays = std::exchange(instructions_, 0) >= kWorthwhile;
  window_ = pays ? kLeastWindow : std::min(4 * window_, kMostWindow);
  begin_window(state);
}

// --- The machine.

ConcreteStretch::ConcreteStretch(Machine machine, program::ExecutionCounts* counts)
    : machine_(std::move(machine)), may_count_(counts != nullptr), counts_(counts), snapshot_(machine_.ram_size) {}

ConcreteStretch::~ConcreteStretch() { tell_counts(); }

void ConcreteStretch::count(program::ExecutionCounts* counts) {
  if (counts == counts_ || !may_count_) return;
  tell_counts();
  counts_ = counts;
}

void ConcreteStretch::tell_counts() {
  if (hart_ && std::exchange(has_counted_, false)) hart_->tell_counts();
}

void ConcreteStretch::executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) {
  if (counts_) counts_->executed(pc, instruction, next);
}

void ConcreteStretch::executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) {
  if (counts_) counts_->add(pc, times, taken);
}

// Makes the concrete hart when it is first needed. Returns whether there is one.
bool ConcreteStretch::prepare() {
  if (std::exchange(tried_, true)) return hart_ != nullptr;
  ram_ = support::reserve_bytes(machine_.ram_size);
  hart::HartConfig config;
  config.ram_base = machine_.ram_base;
  config.ram_size = machine_.ram_size;
  config.map = machine_.map;
  config.extensions = machine_.extensions;
  config.htif = machine_.htif;
  config.timing = machine_.timing;
  config.detectors = machine_.detectors;
  config.hot = machine_.hot;
  hart_ = std::make_unique<hart::ConcreteHart>(std::move(config), static_cast<hart::Bus&>(*this));
  hart_->set_direct_memory({machine_.ram_base, machine_.ram_size, ram_.get()});
  if (!hart_->can_run_fast() || (machine_.detectors.any() && !hart_->detects_fast())) {
    hart_.reset();
    return false;
  }
  hart_->set_gate(this);
  if (may_count_) hart_->count(*this);
  const hart::AddressStretch ram{machine_.ram_base, machine_.ram_size};
  for (const hart::AddressStretch& stretch : machine_.map ? machine_.map->writable() : std::span(&ram, 1)) {
    for (std::uint64_t page = 0; page < stretch.size; page += kCodePage)
      hart_->ask_before_stores(static_cast<std::uint32_t>(stretch.base - machine_.ram_base + page), true);
  }
  permissions_.assign(machine_.ram_size / kGranule + 2, hart::permission::kAll);
  return true;
}

// Whether a concrete hart could execute even one instruction of the state.
bool ConcreteStretch::can_take(const ExecutionState& state) const {
  const auto& s = state.hart;
  if (!state.clock_lag.is_exact() || s.is_guarded() || s.waiting) return false;
  if (state.shadow && !(s.x[isa::kSp].is_concrete() && LentShadow::can_lend(*state.shadow))) return false;
  return s.mscratch.is_concrete() && s.mepc.is_concrete() && s.mcause.is_concrete() && s.mtval.is_concrete();
}

void ConcreteStretch::take(ExecutionState& state) {
  has_counted_ = may_count_;
  state.memory.for_each_unshared_page(
      snapshot_, [this](std::uint32_t offset, const Memory::Page* page) { copy_page(offset, page); });
  snapshot_ = state.memory;
  const bool guards = symbolic_granules_ > 0 || (may_count_ && !hart_->can_translate());
  hart_->guard_granules(guards ? permissions_.data() : nullptr);
  take_registers(state);
  if (state.shadow) {
    if (state.shadow.use_count() > 1) state.shadow = std::make_shared<Shadow>(*state.shadow);
    lent_.lend(*state.shadow, *hart_->shadow());
    hart_->forget_noted();
  } else if (LentShadow::Concrete* const own = hart_->shadow()) {  // which no detector that is on asks
    *own = {};
    hart_->forget_noted();
  }
  hart_->retry();
}

void ConcreteStretch::take_registers(const ExecutionState& state) {
  hart_->state() = hart::converted<isa::ConcreteValues>(state.hart, [](const auto& word) { return word.bits; });
  symbolic_registers_ = 0;
  for (std::uint32_t i = 0; i < 32; ++i) symbolic_registers_ |= state.hart.x[i].is_concrete() ? 0 : 1U << i;
  if (symbolic_registers_ & ~asked_registers_) {
    asked_registers_ = symbolic_registers_;
    hart_->ask_before_registers(asked_registers_);
  }
  needless_ = 0;
}

void ConcreteStretch::give_back_registers(ExecutionState& state) {
  const auto before = state.hart.x;
  state.hart = hart::converted<term::SymbolicValues>(hart_->state(), [](isa::Bits<32> bits) {
    return term::SymbolicWord<32>{{}, bits};
  });
  for (std::uint32_t i = 0; i < 32; ++i) {
    if (symbolic_registers_ >> i & 1) state.hart.x[i] = before[i];
  }
}

void ConcreteStretch::copy_page(std::uint32_t offset, const Memory::Page* page) {
  static constexpr std::uint8_t kZeros[kGranule] = {};
  const std::uint8_t* bytes = page ? page->bytes(0) : kZeros;
  const std::uint32_t size = std::min(kGranule, machine_.ram_size - offset);
  note_symbolic(offset / kGranule, page && !page->is_concrete());
  if (std::memcmp(ram_.get() + offset, bytes, size) == 0) return;
  std::memcpy(ram_.get() + offset, bytes, size);
  hart_->memory_changed(machine_.ram_base + offset, size);
}

// The cost of an instruction may depend on the next word, so nothing is executed in front of a symbolic granule either.
void ConcreteStretch::note_symbolic(std::uint32_t granule, bool symbolic) {
  constexpr std::uint8_t kAll = hart::permission::kAll, kExecute = hart::permission::kExecute;
  constexpr std::uint8_t kData = kAll & ~kExecute;
  const bool was = !(permissions_[granule] & kData);
  if (was == symbolic) return;
  symbolic_granules_ += symbolic ? 1 : -1;
  const bool next_is_symbolic = !(permissions_[granule + 1] & kData);
  permissions_[granule] = symbolic ? 0 : next_is_symbolic ? kData : kAll;
  if (granule == 0 || !(permissions_[granule - 1] & kData)) return;
  permissions_[granule - 1] = symbolic ? kData : kAll;
}

void ConcreteStretch::give_back(ExecutionState& state) {
  std::ranges::sort(stored_);
  stored_.erase(std::ranges::unique(stored_).begin(), stored_.end());
  for (const std::uint32_t page : stored_) {
    hart_->ask_before_stores(page, true);
    const std::uint32_t end = std::min(machine_.ram_size - page, kCodePage) + page;
    for (std::uint32_t offset = page; offset < end; offset += kGranule) store_page(state, offset);
  }
  stored_.clear();
  snapshot_ = state.memory;
  give_back_registers(state);
  if (state.shadow) lent_.give_back(*state.shadow, *hart_->shadow());
}

// Writes what has changed in a page of the state's memory. Bytes that are symbolic were not stored to.
void ConcreteStretch::store_page(ExecutionState& state, std::uint32_t offset) {
  static const Memory::Page kZeros;
  const Memory::Page* found = state.memory.find(offset);
  const Memory::Page& before = found ? *found : kZeros;
  const std::uint8_t* now = ram_.get() + offset;
  const std::uint32_t size = std::min(kGranule, machine_.ram_size - offset);
  if (std::memcmp(before.bytes(0), now, size) == 0) return;
  Memory::Page& page = state.memory.own(offset);
  if (page.is_concrete()) {
    page.write(0, now, size);
    return;
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    if (page.is_concrete(i, 1)) page.write(i, now + i, 1);
  }
}

// A store that begins in a page may reach the next one, so both may change.
void ConcreteStretch::note_store(std::uint32_t offset) {
  const std::uint32_t page = offset / kCodePage * kCodePage;
  hart_->ask_before_stores(page, false);
  if (stored_.size() > kManyStored) {  // stores outside of the memory for data are noted one by one
    std::ranges::sort(stored_);
    stored_.erase(std::ranges::unique(stored_).begin(), stored_.end());
  }
  stored_.push_back(page);
  if (machine_.ram_size - page > kCodePage) stored_.push_back(page + kCodePage);
}

// --- The stretch.

bool ConcreteStretch::run(ExecutionState& state, std::uint64_t retired, const SymbolicState* kept,
                          const std::function<bool()>& pause) {
  if (!can_take(state) || !prepare()) return false;
  const support::InActivity stretch(support::Activity::ConcreteStretch);
  state_ = &state;
  take(state);
  charged_ = state.hart.retired;
  const std::optional<std::uint32_t> awaited = awaited_jump();
  bool paused = false;
  if (!awaited || !may_lead_to(state.hart.pc, *awaited)) {
    await_jump();
    watch_for(kept);
    paused = execute(retired, pause);
    kept_ = nullptr;
  }
  give_back(state);
  charge();
  return paused;
}

// Charges for what was executed since the last time. The exploration may have to wait here for its next turn, and who
// decides about turns sees how far it has come.
void ConcreteStretch::charge() {
  const std::uint64_t executed = hart_->state().retired - charged_;
  charged_ += executed;
  state_->hart.retired = charged_;
  const bool detects = hart_->shadow() != nullptr;
  spend(detects ? term::Work::DetectedInstruction : term::Work::ConcreteInstruction,
        static_cast<term::WorkClock::rep>(executed));
}

// As SymbolicHart::run(): devices catch up, then interrupts, then instructions up to the next event. Charges and pauses
// at the same instructions in every run, wherever a run was paused before.
bool ConcreteStretch::execute(std::uint64_t retired, const std::function<bool()>& pause) {
  constexpr std::uint64_t kPiece = 1U << 21;  // cycles between two looks at `pause`: some milliseconds
  const auto& s = hart_->state();
  const auto end_of_piece = [&] { return (s.cycles / kPiece + 1) * kPiece; };
  std::uint64_t end = end_of_piece();
  hart_->pass_here();
  while (s.retired < retired) {
    if (s.cycles >= end) {
      charge();
      if (pause()) return true;
      end = end_of_piece();
    }
    const std::uint64_t event = next_event();
    if (state_->board.get().watchdog.has_bitten()) return false;
    // Every instruction takes at least one cycle, so no more than `retired` can retire.
    if (!go_on(std::min({event, end, s.cycles + (retired - s.retired)}), event)) return false;
  }
  return false;
}

// Runs up to a cycle. Returns whether the stretch may go on.
bool ConcreteStretch::go_on(std::uint64_t until_cycle, std::uint64_t event) {
  hart::Stop stop = hart_->run(until_cycle);
  while (stop == hart::Stop::Breakpoint && hart_->state().pc == kept_pc_ && !is_near_awaited(*kept_pc_)) {
    if (may_be_back()) return false;
    hart_->pass_here();
    stop = hart_->run(until_cycle);
  }
  switch (stop) {
    case hart::Stop::Budget:
    case hart::Stop::DeviceAccess: return true;
    case hart::Stop::Waiting:
      if (event == ~std::uint64_t{0}) return false;
      hart_->skip_to(event);
      return true;
    case hart::Stop::Breakpoint: return arrived();
    case hart::Stop::Gate:
      if (needless_ <= kMostNeedless) return false;
      needless_ = 0;
      hart_->ask_before_registers(asked_registers_ = symbolic_registers_);
      return true;
    case hart::Stop::UnhandledTrap:
      hart_->state() = in_front_;
      hart_->retry();
      return false;
    case hart::Stop::Detected: hart_->retry(); return false;
    case hart::Stop::Watchpoint:
    case hart::Stop::Halted:
    case hart::Stop::AssertFailed:
    case hart::Stop::AssumeFailed:
    case hart::Stop::HookError:
    case hart::Stop::ToHost:
    case hart::Stop::HostExit:
    case hart::Stop::HostError: break;
  }
  JANUS_REQUIRE(!"a stop that the gate prevents");
  return false;
}

// The cycle of the next device event, after those that are due.
std::uint64_t ConcreteStretch::next_event() {
  const auto& timing = machine_.timing;
  while (true) {
    const devices::Picoseconds event = state_->board.get().next_event();
    if (event == devices::kNever) return ~std::uint64_t{0};
    const std::uint64_t cycle = timing.cycle_at(event);
    if (hart_->state().cycles < cycle) return cycle;
    state_->board.own().advance_to(timing.time_at(hart_->state().cycles));
    update_lines();
  }
}

void ConcreteStretch::update_lines() {
  const devices::Board& board = state_->board.get();
  hart_->set_interrupt_line(hart::interrupt::kSoftware, board.software_interrupt());
  hart_->set_interrupt_line(hart::interrupt::kTimer, board.timer_interrupt());
  hart_->set_interrupt_line(hart::interrupt::kExternal, board.external_interrupt());
  hart_->set_mtime_offset(board.clint.mtime_offset());
}

std::optional<std::uint32_t> ConcreteStretch::read(std::uint32_t address, unsigned size, std::uint64_t cycle) {
  const auto value = state_->board.own().read(address, size, machine_.timing.time_at(cycle));
  update_lines();
  return value ? std::optional(value->bits) : std::nullopt;
}

bool ConcreteStretch::write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) {
  devices::Board& board = state_->board.own();
  const bool done = board.write(address, size, value, machine_.timing.time_at(cycle));
  board.drop_sent();  // a replay of the path prints it
  update_lines();
  return done;
}

// --- What the concrete hart may execute.

bool ConcreteStretch::is_concrete(std::uint32_t address, unsigned size) const {
  for (std::uint32_t i = 0; i < size; ++i) {
    if (in_ram(address + i, 1) && snapshot_.symbol(address + i - machine_.ram_base).symbol) return false;
  }
  return true;
}

bool ConcreteStretch::handles_traps() const {
  const auto& s = hart_->state();
  const std::uint32_t handler = s.mtvec & ~3U;
  return hart_->can_fetch(handler) && handler != s.pc;
}

bool ConcreteStretch::admits(const isa::Instruction* instruction) {
  const auto& s = hart_->state();
  if (!instruction) return false;
  if (machine_.map && machine_.map->is_aliased(s.pc, 1)) return false;  // is_concrete() does not follow aliases
  // Two words, since the cost may depend on the next one.
  if (symbolic_granules_ > 0 && (s.is_guarded() || !is_concrete(s.pc, 8))) return false;
  if (hart_->shadow() && !admits_place()) return false;
  if (!admits_registers(*instruction)) return false;
  if (!handles_traps()) in_front_ = s;
  if (instruction->opcode == isa::Opcode::Illegal) return true;
  if (kept_ && isa::accesses_clock(*instruction)) return false;
  if (const isa::MemoryUse& use = isa::memory_use(instruction->opcode); use.bytes != 0) {
    return admits_access(s.x[instruction->rs1].raw + instruction->immediate, use);  // an atomic's immediate is 0
  }
  switch (isa::control(instruction->opcode)) {
    case isa::Control::Branch:
    case isa::Control::Jump:
      // To itself with interrupts off: a halt.
      return instruction->immediate != 0 ||
             (s.mie != 0 && (s.privilege != hart::Privilege::Machine || s.mstatus & hart::status::kMie));
    case isa::Control::CallsEnvironment: return admits_call();
    case isa::Control::Traps: return !machine_.semihosting;
    case isa::Control::Next:
    case isa::Control::JumpRegister:
    case isa::Control::ReturnsFromTrap: break;
  }
  return true;
}

// Where detectors look at more registers and memory than the instruction does, nothing may be symbolic.
bool ConcreteStretch::admits_place() const {
  const std::uint32_t pc = hart_->state().pc;
  const hart::Detectors& detectors = machine_.detectors;
  if (pc == detectors.exit) return false;
  const bool looks = detectors.function_at(pc) || hart_->shadow()->pointers.leaves_heap_at() == pc;
  return !looks || (symbolic_registers_ == 0 && symbolic_granules_ == 0);
}

// An instruction that only writes a symbolic register makes the register concrete, unless the instruction traps.
bool ConcreteStretch::admits_registers(const isa::Instruction& instruction) {
  if (asked_registers_ == 0) return true;
  if (isa::registers_read(instruction) & symbolic_registers_) return false;
  const std::uint32_t written = 1U << isa::written_register(instruction);
  const std::uint32_t named = written | isa::registers_read(instruction);
  if (named & asked_registers_ & ~symbolic_registers_ && ++needless_ > kMostNeedless) return false;
  if (written & symbolic_registers_) {
    // Only computing, so that the instruction is sure to complete.
    if (!isa::only_computes(instruction.opcode)) return false;
    symbolic_registers_ &= ~written;
  }
  return true;
}

// Stores are noted here: all others go to pages that were noted before.
bool ConcreteStretch::admits_access(std::uint32_t address, const isa::MemoryUse& use) {
  if (!in_ram(address, use.bytes)) {
    if (machine_.map && machine_.map->is_aliased(address, use.bytes)) return false;
    for (const devices::Region& module : machine_.modules) {
      if (module.contains(address)) return false;
    }
    const hart::ReservedRegion* region = machine_.map ? machine_.map->reserved_at(address, use.bytes) : nullptr;
    if (region && use.loads && region->reads == hart::Reserved::Symbolic) return false;
    const devices::Board& board = state_->board.get();
    if (kept_ && board.shows_time(address)) return false;
    if (use.loads && (board.holds_symbols() || board.undecided(address, false))) return false;
    if (use.stores && board.undecided(address, true)) return false;
    return !use.stores || !(board.is_master(address) || board.plan().finisher.region.contains(address));
  }
  if (use.stores && machine_.htif.tohost == address) return false;
  if (symbolic_granules_ > 0 && !is_concrete(address, use.bytes)) return false;
  if (use.stores) note_store(address - machine_.ram_base);
  return true;
}

// An `ecall` that is certainly no hook.
bool ConcreteStretch::admits_call() {
  const auto& s = hart_->state();
  if (symbolic_registers_ >> isa::kT0 & 1 || isa::is_hook_code(s.x[isa::kT0].raw)) return false;
  const std::uint32_t at = s.pc - 4;
  if (!in_ram(at, 4)) return true;
  std::uint32_t word = 0;
  std::memcpy(&word, ram_.get() + (at - machine_.ram_base), sizeof word);
  return is_concrete(at, 4) && word != isa::kHookMarker;
}

// --- MainCall.

// The place whose jumps MainCall is about next. An arrival there from the instruction before is no jump, so a stretch
// never executes that instruction.
std::optional<std::uint32_t> ConcreteStretch::awaited_jump() const {
  const MainCall& call = state_->main_call;
  if (!call.entered) return machine_.main;
  return call.returned ? std::nullopt : std::optional(call.return_address);
}

// Whether an instruction at `pc` may end where `awaited` begins.
bool ConcreteStretch::may_lead_to(std::uint32_t pc, std::uint32_t awaited) const {
  const std::uint32_t length = awaited - pc;
  return length == 4 || length == machine_.extensions.alignment();
}

void ConcreteStretch::await_jump() {
  const std::optional<std::uint32_t> wanted = awaited_jump();
  if (wanted == awaited_) return;
  for (std::uint32_t back = 0; back <= 4; back += machine_.extensions.alignment()) {
    if (awaited_) hart_->clear_breakpoint(*awaited_ - back);
    if (wanted) hart_->set_breakpoint(*wanted - back);
  }
  awaited_ = wanted;
  if (kept_pc_) hart_->set_breakpoint(*kept_pc_);
}

// The hart is at a breakpoint. Returns whether it may go on.
bool ConcreteStretch::arrived() {
  if (hart_->state().pc == kept_pc_ && may_be_back()) return false;
  if (hart_->state().pc != awaited_) return false;
  MainCall& call = state_->main_call;
  if (!call.entered) {
    call = {.entered = true, .returned = false, .return_address = hart_->state().x[isa::kRa].raw};
  } else {
    call.returned = true;
  }
  await_jump();
  hart_->pass_here();
  return true;
}

// --- Repetitions.

// The hart stops wherever the pc is that of `kept`, which may be null.
void ConcreteStretch::watch_for(const SymbolicState* kept) {
  kept_ = kept;
  const auto wanted = kept ? std::optional(kept->pc) : std::nullopt;
  if (wanted == kept_pc_) return;
  if (kept_pc_ && !is_near_awaited(*kept_pc_)) hart_->clear_breakpoint(*kept_pc_);
  if (wanted) hart_->set_breakpoint(*wanted);
  kept_pc_ = wanted;
}

// Whether the registers may be what they were. Those that are symbolic and memory are left to who compares states.
bool ConcreteStretch::may_be_back() const {
  for (std::uint32_t i = 1; i < 32; ++i) {
    if (symbolic_registers_ >> i & 1) continue;
    const auto& then = kept_->x[i];
    if (!then.is_concrete() || then.bits.raw != hart_->state().x[i].raw) return false;
  }
  return true;
}

}  // namespace janus::engine
