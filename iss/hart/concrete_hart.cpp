// The interpreter's loop. Correct and plain: one decoded slot for every place in RAM where an
// instruction can begin, one switch per instruction.
#include "hart/concrete_hart.h"

#include <fmt/format.h>
#include <bit>

#include <algorithm>
#include <cstring>
#include <utility>

#include "isa/decoder.h"
#include "isa/semantics.h"

namespace janus::hart {

static_assert(isa::Hart<ConcreteHart>);

ConcreteHart::ConcreteHart(HartConfig config, Bus& bus, InputSource* inputs)
    : config_(std::move(config)), map_(config_.map.get()), bus_(bus), inputs_(inputs) {
  if (map_) {
    config_.ram_base = map_->window().base;
    config_.ram_size = map_->window().size;
  }
  prepare_timing();
  data_ = data_memory(map_, {config_.ram_base, config_.ram_size}, config_.timing);
  state_.pc = config_.reset_pc;
  // The loop that asks detectors follows memory, whether or not one of them needs it.
  const bool may_loop = config_.detectors.any() && !(map_ && !map_->aliases().empty());
  if (config_.detectors.follows_memory() || may_loop) shadow_.emplace().begin(*this, config_.detectors);
  if (config_.decode_cache) decoded_.resize((std::uint64_t{config_.ram_size} + kPageBytes - 1) / kPageBytes);
}

void ConcreteHart::set_direct_memory(DirectMemory memory) {
  direct_ = memory;
  direct_last_ = memory.size ? memory.size - 1 : 0;
  discard_decoded();
  prepare_pending_ = amid_;  // if translated code is being executed, drop_decoded_pages() prepares
  if (!prepare_pending_) prepare_fast_loop();
}

// The fast loop needs direct access to the whole of RAM, and at least a page of RAM.
void ConcreteHart::prepare_fast_loop() {
  if (code_ && code_->memory() == direct_.bytes) return;
  tell_counts();
  translator_.reset();
  calls_.reset();
  code_.reset();
  if (!config_.fast || direct_.base != config_.ram_base || direct_.size != config_.ram_size) return;
  if (config_.ram_size < CodeCache::kPageBytes) return;
  if (needs_plain_loop(config_.timing, data_.main.base, data_.main.size)) return;
  try {
    code_ = std::make_unique<CodeCache>(config_.ram_base, config_.ram_size, direct_.bytes, config_.timing,
                                        config_.extensions, map_);
  } catch (const std::bad_alloc&) {
    return;  // the plain loop needs no code cache
  }
  if (const auto tohost = config_.htif.tohost; tohost && in_ram(*tohost, 1)) code_->watch(*tohost - config_.ram_base);
  for (const std::uint32_t address : observation_.breakpoints()) stop_fast_loop(address, true);
  if (shadow_) {
    for (const std::uint32_t address : detector_places()) stop_fast_loop(address, true);
  }
  if (tells()) count_in_code();
  prepare_translator();
  if (!translator_ && has_caches()) code_.reset();
}

void ConcreteHart::prepare_translator() {
  if (!config_.translate || config_.timing.taken_branch >= CodeCache::kMaxBlockCycles) return;
  if (profile_) calls_ = std::make_unique<CallTracker>(*profile_, *code_, config_.ram_base);
  translator_ = make_translator({.code = code_.get(),
                                 .state = &state_,
                                 .origin = &origin_,
                                 .memory = direct_.bytes,
                                 .ram_base = config_.ram_base,
                                 .data = &data_,
                                 .taken_branch = config_.timing.taken_branch,
                                 .amid = this,
                                 .tags = &tags_,
                                 .calls = calls_.get()});
  if (!translator_) return;
  code_->on_forget([this](std::uint32_t first, std::uint32_t last) {
    translator_->forget(first, last);
    if (calls_) calls_->forget(first, last);
  });
}

void ConcreteHart::discard_decoded() {
  discard_pending_ = true;  // not dropped yet: the instruction being executed may lie in a decoded page
  limit_ = 0;
}

void ConcreteHart::drop_decoded_pages() {
  for (std::uint32_t page : live_pages_) decoded_[page].reset();
  live_pages_.clear();
  if (prepare_pending_) prepare_fast_loop();
  prepare_pending_ = false;
  if (code_) code_->clear();
  discard_pending_ = false;
}

void ConcreteHart::skip_to(std::uint64_t cycle) { pass_time(cycle); }

void ConcreteHart::run_fast_loop(bool guarded) {
  if (!code_) return;
  if (detecting_) return detects_here() ? run_blocks<Loop::Detecting>() : void();
  if (profile_) return guarded || !translator_ || has_caches() ? void() : run_cached();
  if (has_caches()) return guarded || map_ ? void() : run_cached();
  if (guarded) return counter_ ? run_blocks<Loop::GuardedCounted>() : run_blocks<Loop::Guarded>();
  if (translator_) return counter_ ? run_blocks<Loop::TranslatedCounted>() : run_blocks<Loop::Translated>();
  if (counter_) return;
  if (config_.timing.misaligned != 0 || map_) return run_blocks<Loop::InterpretedAnyCost>();
  run_blocks<Loop::Interpreted>();
}

Stop ConcreteHart::run(std::uint64_t until_cycle) {
  detecting_ = detects_fast();
  observed_ = is_observed() && !detecting_;
  update_guards();
  if (observed_) return run_observed(until_cycle);
  while (!stopping_) {
    if (discard_pending_) drop_decoded_pages();
    // Check the budget before interrupts: an outside event at this very cycle may raise one of a higher priority.
    if (state_.cycles >= until_cycle) return Stop::Budget;
    if (take_interrupt()) tell_trap();
    if (state_.waiting) return Stop::Waiting;
    limit_ = until_cycle;
    const bool guards = guards_ram(), guarded = guards || granules_;
    if (guards && granules_) return Stop::Gate;
    if (detecting_) prepare_detecting();
    if (guarded && code_) prepare_permissions();
    while (state_.cycles < limit_) {
      asked_ = Asked::Nobody;
      run_fast_loop(guarded);
      if (state_.cycles >= limit_) break;
      if (at_new_breakpoint()) return Stop::Breakpoint;
      if (gate_ && !gate_->admits(fetch())) return Stop::Gate;
      if (detecting_)
        execute_one_observed(asked_);
      else if (tells()) [[unlikely]]
        execute_one_counted();
      else
        execute_one();
    }
  }
  if (stop_ == Stop::DeviceAccess) stopping_ = false;
  return stop_;
}

Stop ConcreteHart::step() {
  observed_ = is_observed();
  update_guards();
  if (observed_) return step_observed();
  if (stopping_) return stop_;
  if (discard_pending_) drop_decoded_pages();
  if (take_interrupt()) {
    tell_trap();
    return Stop::Budget;
  }
  if (state_.waiting) return Stop::Waiting;
  tells() ? execute_one_counted() : execute_one();
  if (!stopping_) return Stop::Budget;
  if (stop_ == Stop::DeviceAccess) stopping_ = false;
  return stop_;
}

inline void ConcreteHart::execute_one() { execute(fetch()); }

// Executes one instruction for translated code, whose counters count from `origin_`. Does what run() does for an
// instruction of the plain loop.
bool ConcreteHart::execute_amid(std::uint32_t offset, Translator::Counters& counters) {
  if (!arrive_amid(offset, counters)) return false;
  const std::uint64_t generation = code_->generation();
  const isa::Instruction* const instruction = fetch();
  if (gate_ && !gate_->admits(instruction)) return false;
  return execute_amid(instruction, generation, counters, counter_ != nullptr);
}

bool ConcreteHart::execute_alone(const Slot& slot, std::uint32_t offset, Translator::Counters& counters,
                                 bool asks_gate) {
  if (!arrive_amid(offset, counters)) return false;
  const std::uint64_t generation = code_->generation();
  const isa::Instruction instruction = instruction_of(slot);
  if (asks_gate && !gate_->admits(&instruction)) return false;
  return execute_amid(&instruction, generation, counters, false);
}

// Writes where the hart is to the state. Returns whether there is time for an instruction.
inline bool ConcreteHart::arrive_amid(std::uint32_t offset, Translator::Counters counters) {
  state_.pc = config_.ram_base + offset;
  state_.cycles = origin_.due - static_cast<std::uint64_t>(counters >> 32);
  state_.retired = origin_.retired + static_cast<std::uint32_t>(counters);
  return state_.cycles < limit_;
}

// `generation`: of the decoded code, before anybody was asked.
inline bool ConcreteHart::execute_amid(const isa::Instruction* instruction, std::uint64_t generation,
                                       Translator::Counters& counters, bool counts) {
  const std::uint64_t limit = limit_, traps = state_.traps;
  const std::uint32_t behind = instruction ? isa::next_pc(state_.pc, *instruction) : 0;
  amid_ = true;
  try {
    if (profile_)
      execute_one_amid(instruction);
    else if (counts)
      execute_one_counted();
    else
      execute_by_itself(instruction);
  } catch (...) {  // from a device; it cannot pass translated code
    thrown_ = std::current_exception();
  }
  amid_ = false;
  if (thrown_) return false;
  if (state_.pc != behind || state_.traps != traps || code_->generation() != generation) return false;
  if (limit_ == 0 && nothing_changed(limit)) limit_ = limit;
  if (state_.cycles >= limit_) return false;
  own_tags();
  counters = static_cast<std::int64_t>((origin_.due - state_.cycles) << 32) +
             static_cast<std::int64_t>(state_.retired - origin_.retired);
  return true;
}

// Translated code has ended behind an instruction that the hart executed by itself.
void ConcreteHart::end_amid() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

// Whether run() would go on as before behind an instruction after which it looks again: after a write to mstatus that
// enables no interrupt that is pending, for example.
bool ConcreteHart::nothing_changed(std::uint64_t limit) {
  return !stopping_ && !discard_pending_ && !state_.waiting && state_.cycles < limit && !interrupt_ready() &&
         !((guards_fetch() || guards_data()) && guards_ram());
}

void ConcreteHart::execute_by_itself(const isa::Instruction* instruction) { execute(instruction); }

void ConcreteHart::execute_one_counted() {
  if (profile_) return execute_one_observed();
  const isa::Instruction* fetched = fetch();
  const std::uint32_t pc = state_.pc;
  const isa::Instruction instruction = fetched ? *fetched : isa::Instruction{};  // a copy: stores forget the code
  const std::uint64_t retired = state_.retired;
  execute(fetched);
  if (state_.retired != retired) counter_->executed(pc, instruction, state_.pc);
}

JANUS_INLINE_ALL inline void ConcreteHart::execute(const isa::Instruction* instruction) {
  if (!instruction) {
    begin(isa::TimingClass::System);
    trap(isa::Exception::InstructionAccessFault, {failing_fetch()});
    complete();
    return;
  }
  const std::uint32_t pc = state_.pc;
  begin(*instruction);
  isa::execute(*this, *instruction);
  complete();
  if (halted(pc) && !stopping_) stop(Stop::Halted);
}

ConcreteHart::Checkpoint ConcreteHart::save() const {
  return {state_, stopping_, stop_, detected_, unhandled_trap_, exit_code_, hook_error_, shadow_, host_files_};
}

void ConcreteHart::restore(const Checkpoint& checkpoint) {
  state_ = checkpoint.state;
  stopping_ = checkpoint.stopping;
  stop_ = checkpoint.stop;
  detected_ = checkpoint.detected;
  unhandled_trap_ = checkpoint.unhandled_trap;
  exit_code_ = checkpoint.exit_code;
  hook_error_ = checkpoint.hook_error;
  shadow_ = checkpoint.shadow;
  forget_noted();
  host_files_ = checkpoint.host_files;
  passed_.reset();
  discard_decoded();
}

// --- The observed loop.

Stop ConcreteHart::run_observed(std::uint64_t until_cycle) {
  while (!stopping_) {
    if (state_.cycles >= until_cycle) return Stop::Budget;
    if (const Stop stop = step_to_breakpoint(); stop != Stop::Budget) return stop;
    if (shadow_ && detects_fast()) return run(until_cycle);  // memory can be touched directly by now
  }
  return step_observed();
}

// Taking an interrupt and waiting in wfi come before the instruction at pc, so neither stops at a breakpoint there.
Stop ConcreteHart::step_to_breakpoint() {
  observed_ = is_observed();
  update_guards();
  const bool pending = state_.mip & state_.mie;
  if (stopping_ || interrupt_ready() || (state_.waiting && !pending)) return step_observed();
  if (at_new_breakpoint()) return Stop::Breakpoint;
  const bool been_here = passed_ == Place{position(), state_.pc};
  if (!observation_.watching() || (been_here && passed_watchpoint_)) return step_observed();
  const auto hit = coming_hit();
  if (!hit) return step_observed();
  watchpoint_hit_ = *hit;
  pass(true);
  return Stop::Watchpoint;
}

// Whether the hart is at a breakpoint that has not stopped it here before. If so, notes that it stops here now.
bool ConcreteHart::at_new_breakpoint() {
  if (!observation_.at_breakpoint(state_.pc) || passed_ == Place{position(), state_.pc}) return false;
  pass(false);
  return true;
}

void ConcreteHart::set_breakpoint(std::uint32_t address) {
  observation_.set_breakpoint(address);
  stop_fast_loop(address, true);
}

void ConcreteHart::clear_breakpoint(std::uint32_t address) {
  observation_.clear_breakpoint(address);
  stop_fast_loop(address, false);
}

void ConcreteHart::stop_fast_loop(std::uint32_t address, bool stop) {
  if (!stop && shadow_ && std::ranges::count(detector_places(), address) > 0) return;
  if (code_ && in_ram(address, config_.extensions.alignment())) code_->stop_at(address - config_.ram_base, stop);
}

std::optional<WatchpointHit> ConcreteHart::coming_hit() {
  if (discard_pending_) drop_decoded_pages();
  const isa::Instruction* instruction = observation_.watching() ? fetch() : nullptr;
  if (!instruction || instruction->opcode == isa::Opcode::Illegal) return std::nullopt;
  const std::uint32_t pc = state_.pc;
  if (const isa::MemoryUse& use = isa::memory_use(instruction->opcode); use.bytes != 0) {
    // The immediate of an atomic is 0.
    const std::uint32_t shown = state_.x[instruction->rs1].raw + instruction->immediate,
                        address = home(shown, use.bytes);
    if (instruction->opcode == isa::Opcode::sc_w && !holds_reservation(shown)) return std::nullopt;
    return observation_.hit_by(address, use.bytes, use.loads, use.stores, pc);
  }
  if (instruction->opcode != isa::Opcode::ecall || !calls_hook()) return std::nullopt;
  const auto call = isa::decode_hook(*this, is_marked()).call;
  return isa::makes_memory_symbolic(call.code) && call.bytes.raw > 0
             ? observation_.hit_by(call.address.raw, call.bytes.raw, false, true, pc)
             : std::nullopt;
}

Stop ConcreteHart::step_observed() {
  if (!stopping_) {
    if (discard_pending_) drop_decoded_pages();
    if (take_interrupt()) {
      tell_trap();
      return Stop::Budget;
    }
    if (state_.waiting) return Stop::Waiting;
    execute_one_observed();
  }
  if (!stopping_) return Stop::Budget;
  if (stop_ == Stop::DeviceAccess) stopping_ = false;
  return stop_;
}

void ConcreteHart::execute_one_observed(Asked asked) {
  const std::uint32_t pc = state_.pc;
  const std::uint64_t retired = state_.retired, traps = state_.traps;
  const isa::Instruction* fetched = fetch();
  // after() needs a copy, since a store may change the decoded instruction.
  const isa::Instruction instruction = fetched ? *fetched : isa::Instruction{};
  const bool follows = fetched && shadow_;
  if (asked == Asked::Nobody) {
    if (follows) shadow_->arrive(*this, config_.detectors);
    if (fetched && config_.detectors.any() && detects(instruction)) return;
  }
  if (follows && asked != Asked::LoopByRules) {
    if (config_.detectors.unwritten != Unwritten::AsItIs) write_unwritten(instruction);
    shadow_step_ = shadow_->before(*this, instruction, config_.detectors);
  }
  if (fetched) {
    for (Observer* observer : observation_.observers()) observer->before(instruction, state_);
  }
  execute(fetched);
  if (follows && state_.retired != retired) shadow_->after(*this, shadow_step_, config_.detectors);
  if (fetched && counter_ && state_.retired != retired) counter_->executed(pc, instruction, state_.pc);
  for (Observer* observer : observation_.observers()) {
    if (state_.traps != traps) observer->trapped(state_);
    if (fetched) observer->after(pc, instruction, state_.retired != retired, state_);
  }
}

inline void ConcreteHart::accessed(MemoryAccess::Kind kind, std::uint32_t address, unsigned size, std::uint32_t value) {
  if (!observed_) [[likely]]
    return;
  const MemoryAccess access{kind, static_cast<std::uint8_t>(size), !in_ram(address, size), address, value};
  for (Observer* observer : observation_.observers()) observer->accessed(access);
}

// --- Fetching, loading, storing.

// A decoded instruction is used again if its word in memory is the same. If memory can be read only through the bus,
// the word is not compared; a decoded instruction is then used again until written() marks it as changed.
inline const isa::Instruction* ConcreteHart::fetch() {
  const std::uint32_t pc = state_.pc;
  const std::uint32_t offset = pc - config_.ram_base;
  if (guards_fetch() && !permits_fetch(pc)) return nullptr;
  if (!config_.decode_cache || !in_ram(pc, 4)) return fetch_uncached(pc);
  std::unique_ptr<DecodedPage>& page = decoded_[offset / kPageBytes];
  if (!page) {
    page = std::make_unique<DecodedPage>(kPageBytes >> slot_shift_);
    live_pages_.push_back(offset / kPageBytes);
  }
  const std::uint32_t slot = slot_of(offset);
  if (const std::uint8_t* bytes = direct(pc, 4)) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, 4);
    if (isa::length_of(word, config_.extensions) == 2) word &= 0xffff;
    if (page->slots[slot].word != word) page->slots[slot] = isa::decode(word, config_.extensions);
    return &page->slots[slot];
  }
  if (!page->valid[slot]) {
    const isa::Instruction* fetched = fetch_uncached(pc);
    if (!fetched) return nullptr;
    page->slots[slot] = *fetched;
    page->valid[slot] = true;
  }
  return &page->slots[slot];
}

// Whether physical memory protection permits to fetch each part of the instruction at an address.
bool ConcreteHart::permits_fetch(std::uint32_t pc) {
  const unsigned part = config_.extensions.alignment();
  if (!may_fetch(pc, part)) return false;
  if (part == 4) return true;
  const auto low = word_at(pc, part);
  return !low || isa::length_of(*low, config_.extensions) == part || may_fetch(pc + part, part);
}

// `size` bytes of RAM at an address. Nothing outside of RAM, because devices are not executable.
std::optional<std::uint32_t> ConcreteHart::word_at(std::uint32_t address, unsigned size) {
  address = home(address, size);
  if (!in_ram(address, size)) return std::nullopt;
  const std::uint8_t* bytes = direct(address, size);
  if (!bytes) return bus_.read(address, size, state_.cycles);
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, size);
  return word;
}

// The instruction in RAM at an address. With compressed code, its halves are fetched one after the other.
std::optional<std::uint32_t> ConcreteHart::code_at(std::uint32_t address) {
  const unsigned part = config_.extensions.alignment();
  const auto low = word_at(address, part);
  if (!low || part == 4 || isa::length_of(*low, config_.extensions) == part) return low;
  const auto high = word_at(address + part, part);
  return high ? std::optional(*high << 16 | *low) : std::nullopt;
}

const isa::Instruction* ConcreteHart::fetch_uncached(std::uint32_t pc) {
  const auto word = code_at(pc);
  if (!word) return nullptr;
  uncached_ = isa::decode(*word, config_.extensions);
  return &uncached_;
}

bool ConcreteHart::peek(std::uint32_t address, std::optional<isa::Instruction>& instruction) {
  if (const auto word = code_at(address)) instruction = isa::decode(*word, config_.extensions);
  return true;
}

std::optional<std::uint32_t> ConcreteHart::bus_read(std::uint32_t address, unsigned size) {
  const bool memory = in_ram(address, size);
  add_access(address, size, false, memory);
  if (!memory) {
    if (const ReservedRegion* region = map_ ? map_->reserved_at(address, size) : nullptr)
      return read_reserved(*region, size);
    stop(Stop::DeviceAccess);
  }
  return bus_.read(address, size, state_.cycles);
}

// Without a source of inputs, a symbolic read is zero.
std::optional<std::uint32_t> ConcreteHart::read_reserved(const ReservedRegion& region, unsigned size) {
  if (region.reads == Reserved::Error) return std::nullopt;
  std::uint32_t value = 0;
  if (region.reads == Reserved::Symbolic && inputs_)
    inputs_->next_input(state_.pc, reinterpret_cast<std::uint8_t*>(&value), size);
  return value;
}

bool ConcreteHart::bus_write(std::uint32_t address, unsigned size, std::uint32_t value) {
  const bool memory = in_ram(address, size);
  add_access(address, size, true, memory);
  if (memory && map_ && !map_->can_write(address, size)) return false;
  if (!memory) {
    if (const ReservedRegion* region = map_ ? map_->reserved_at(address, size) : nullptr)
      return region->writes == Reserved::Ignore;
    stop(Stop::DeviceAccess);
  }
  return bus_.write(address, size, value, state_.cycles);
}

template <unsigned W>
std::optional<isa::Bits<W>> ConcreteHart::load(Word32 address) {
  constexpr unsigned kSize = W / 8;
  if (const auto at = forbidden(address.raw, kSize, permission::kRead)) {
    trap(isa::Exception::LoadAccessFault, {*at});
    return std::nullopt;
  }
  address = {home(address.raw, kSize)};
  if (const std::uint8_t* bytes = direct(address.raw, kSize)) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, kSize);
    add_access(address.raw, kSize, false, true);
    accessed(MemoryAccess::Kind::Load, address.raw, kSize, value);
    return isa::Bits<W>{value};
  }
  const auto value = bus_read(address.raw, kSize);
  if (!value) {
    trap(isa::Exception::LoadAccessFault, failing_portion(address, kSize, false));
    return std::nullopt;
  }
  accessed(MemoryAccess::Kind::Load, address.raw, kSize, *value);
  return isa::Bits<W>{*value};
}

template <unsigned W>
bool ConcreteHart::store(Word32 address, isa::Bits<W> value) {
  constexpr unsigned kSize = W / 8;
  if (const auto at = forbidden(address.raw, kSize, permission::kWrite)) {
    trap(isa::Exception::StoreAccessFault, {*at});
    return false;
  }
  const Word32 shown = address;
  address = {home(address.raw, kSize)};
  if (std::uint8_t* bytes = direct_to_write(address.raw, kSize)) {
    std::memcpy(bytes, &value.raw, kSize);
    add_access(address.raw, kSize, true, true);
  } else if (!bus_write(address.raw, kSize, value.raw)) {
    trap(isa::Exception::StoreAccessFault, failing_portion(shown, kSize, true));
    return false;
  }
  written(address.raw, kSize, value.raw);
  accessed(MemoryAccess::Kind::Store, address.raw, kSize, value.raw);
  return true;
}

// Must follow every store.
inline void ConcreteHart::written(std::uint32_t address, unsigned size, std::uint32_t value) {
  changed(address, size);
  if (config_.htif.tohost == address) call_host(value);
}

// Forgets what was decoded from memory that has changed.
inline void ConcreteHart::changed(std::uint32_t address, unsigned size) {
  if (!decoded_.empty() && in_ram(address, size)) {
    // An instruction of 4 bytes may begin 2 bytes in front of what has changed.
    const std::uint32_t part = config_.extensions.alignment(), first = address - config_.ram_base;
    const std::uint32_t begin = (first - std::min(first, 4 - part)) & ~(part - 1);
    for (std::uint32_t offset = begin; offset < first + size; offset += part) {
      if (auto& page = decoded_[offset / kPageBytes]) page->valid[slot_of(offset)] = false;
    }
  }
  if (code_ && in_ram(address, size)) code_->written(address - config_.ram_base, size);
}

void ConcreteHart::changed_by_host(std::uint32_t address, unsigned size) { changed(address, size); }

std::optional<isa::Bits<32>> ConcreteHart::load_for_store(std::uint32_t address) {
  if (const auto at = forbidden(address, 4, permission::kRead | permission::kWrite)) {
    trap(isa::Exception::StoreAccessFault, {*at});
    return std::nullopt;
  }
  const std::uint32_t shown = address;
  address = home(address, 4);
  if (const std::uint8_t* bytes = direct_to_write(address, 4)) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, 4);
    add_access(address, 4, false, true);
    accessed(MemoryAccess::Kind::Load, address, 4, value);
    return isa::Bits<32>{value};
  }
  // Only RAM is sure to accept the store that follows; a device may refuse it.
  const bool accepts = in_ram(address, 4) && (!map_ || map_->can_write(address, 4));
  const auto value = accepts ? bus_read(address, 4) : std::nullopt;
  if (!value) {
    trap(isa::Exception::StoreAccessFault, {shown});
    return std::nullopt;
  }
  accessed(MemoryAccess::Kind::Load, address, 4, *value);
  return isa::Bits<32>{*value};
}

void ConcreteHart::unhandled_trap(isa::Exception cause, Word32 value) {
  unhandled_trap_ = {cause, value.raw};
  stay();
  stop(Stop::UnhandledTrap);
}

}  // namespace janus::hart
