// The part of a hart that is the same for every kind of values: registers, CSRs, traps, interrupts, counters and the
// accounting of an instruction (Volume II, chapter 3). Derived harts add memory, branching and hooks.
//
// HartCore<Derived, V> expects of Derived:
//   ArchitecturalState<V>& state();  V& values();  const TimingProfile& timing();
//   std::optional<std::uint32_t> resolve(Word<32>);   the value of a word; explores every feasible value
//   isa::Extensions extensions();
//   bool can_fetch(std::uint32_t address);            is there memory to execute at this address?
//   bool peek(std::uint32_t address, std::optional<isa::Instruction>&);
//                                                     the instruction in RAM there, without side effects; false if
//                                                     abandoned
//   std::optional<std::uint32_t> latency(Word<32> cycles, std::uint32_t least);
//                                                     the value of a latency; nothing if abandoned
//   std::uint32_t ram_base(), ram_size();             where memory is, bytes
//   const AddressMap* map();                          what there is of it; null: one RAM
//   void unhandled_trap(isa::Exception, Word<32>);    an exception without a usable handler: ends the path
//   void interrupts_changed();                        mie, mstatus or mip changed: check for interrupts again
//   void discard_decoded();                           fence.i
// and the remaining operations of isa::Hart. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "hart/address_map.h"
#include "hart/architectural_state.h"
#include "hart/constants.h"
#include "hart/operand_cycles.h"
#include "hart/timing.h"
#include "isa/hart_concept.h"
#include "isa/predicates.h"
#include "isa/registers.h"

// Said of the hart's loops: they inline all that they call. With sanitizers, whose checks are inlined as well, it takes
// minutes to compile such a loop.
#ifdef __SANITIZE_ADDRESS__
#define JANUS_INLINE_ALL
#else
#define JANUS_INLINE_ALL [[gnu::flatten]]
#endif

namespace janus::hart {

template <class Derived, isa::Values V>
class HartCore {
 public:
  using Values = V;
  template <unsigned W>
  using Word = typename V::template Word<W>;

  // --- What isa::Hart asks for, as far as it does not depend on the kind of values.

  Word<32> get(std::uint8_t number) { return self().state().x[number]; }
  void set(std::uint8_t number, Word<32> value) {
    if (number != 0) self().state().x[number] = value;
  }
  std::uint32_t pc() { return self().state().pc; }
  void jump(std::uint32_t target) {
    next_pc_ = target;
    transfers_ = true;
    if (timing_class_ == isa::TimingClass::Branch) extra_cycles_ += self().timing().taken_branch;
  }
  bool in_machine_mode() { return self().state().privilege == Privilege::Machine; }

  void reserve(std::uint32_t address) {
    self().state().reserved = true;
    self().state().reservation = address;
  }
  bool holds_reservation(std::uint32_t address) {
    const auto& s = self().state();
    return s.reserved && s.reservation == address;
  }
  void end_reservation() { self().state().reserved = false; }

  // Enters the trap handler instead of completing the instruction. If there is no usable handler, the run ends: mtvec
  // points to where nothing can be fetched, or to the faulting instruction itself, which would trap for ever.
  void trap(isa::Exception cause, Word<32> value) {
    auto& s = self().state();
    trapped_ = true;
    const std::uint32_t handler = s.mtvec & ~3U;
    if (!self().can_fetch(handler) || handler == s.pc) {
      self().unhandled_trap(cause, value);
      return;
    }
    const TimingProfile& timing = self().timing();
    const bool illegal = cause == isa::Exception::IllegalInstruction;
    enter_trap(static_cast<std::uint32_t>(cause), value, handler,
               illegal ? timing.illegal_instruction.value_or(timing.trap) : timing.trap);
  }

  void return_from_trap() {
    auto& s = self().state();
    const std::optional<std::uint32_t> target = self().resolve(s.mepc);
    if (!target) return;
    next_pc_ = *target;
    transfers_ = true;
    s.privilege = (s.mstatus & status::kMpp) ? Privilege::Machine : Privilege::User;
    s.mstatus =
        (s.mstatus & ~(status::kMie | status::kMpp)) | status::kMpie | (s.mstatus & status::kMpie ? status::kMie : 0);
    if (s.privilege == Privilege::User) s.mstatus &= ~status::kMprv;
    control_changed();
  }

  bool may_wait() { return in_machine_mode() || !(self().state().mstatus & status::kTw); }
  void wait_for_interrupt() {
    self().state().waiting = true;
    self().interrupts_changed();
  }
  void instruction_fence() {
    self().discard_decoded();
    self().state().icache.clear();
    transfers_ = true;
  }

  bool csr_accessible(std::uint16_t number, bool writes) {
    const auto& s = self().state();
    if ((number >> 8 & 3) > static_cast<unsigned>(s.privilege)) return false;
    if (writes && number >> 10 == 3) return false;
    if (number >= isa::csr::cycle && number < isa::csr::cycle + 32)
      return user_counter_enabled(number - isa::csr::cycle);
    if (number >= isa::csr::cycleh && number < isa::csr::cycleh + 32) {
      return user_counter_enabled(number - isa::csr::cycleh);
    }
    return isa::csr_exists(number);
  }

  Word<32> read_csr(std::uint16_t number) {
    namespace csr = isa::csr;
    const auto& s = self().state();
    const auto low = [&](std::uint64_t value) { return word(static_cast<std::uint32_t>(value)); };
    const auto high = [&](std::uint64_t value) { return word(static_cast<std::uint32_t>(value >> 32)); };
    switch (number) {
      case csr::mstatus: return word(s.mstatus);
      case csr::misa: return word(self().extensions().misa());
      case csr::mie: return word(s.mie);
      case csr::mip: return word(s.mip);
      case csr::mtvec: return word(s.mtvec);
      case csr::mcounteren: return word(s.mcounteren);
      case csr::mcountinhibit: return word((s.mcycle.stopped ? 1 : 0) | (s.minstret.stopped ? 4 : 0));
      case csr::mscratch: return s.mscratch;
      case csr::mepc: return s.mepc;
      case csr::mcause: return s.mcause;
      case csr::mtval: return s.mtval;
      case csr::mcycle:
      case csr::cycle: return low(s.mcycle.at(clock()));
      case csr::mcycleh:
      case csr::cycleh: return high(s.mcycle.at(clock()));
      case csr::minstret:
      case csr::instret: return low(s.minstret.at(s.retired));
      case csr::minstreth:
      case csr::instreth: return high(s.minstret.at(s.retired));
      case csr::time: return low(self().timing().mtime_at(clock()) + s.mtime_offset);
      case csr::timeh: return high(self().timing().mtime_at(clock()) + s.mtime_offset);
      default: break;
    }
    if (const unsigned n = number - csr::pmpcfg0; n < 4) return word(s.pmp.configuration(n));
    if (const unsigned n = number - csr::pmpaddr0; n < PmpState::kEntries) return word(s.pmp.address(n));
    return word(0);  // identification, and CSRs that this core hardwires: event counters, triggers, mstatush, ...
  }

  bool write_csr(std::uint16_t number, Word<32> value) {
    namespace csr = isa::csr;
    auto& s = self().state();
    switch (number) {
      case csr::mscratch: s.mscratch = value; return true;
      case csr::mepc:
        s.mepc = self().values().bit_and(value, word(~(self().extensions().alignment() - 1)));
        return true;
      case csr::mcause: s.mcause = value; return true;
      case csr::mtval: s.mtval = value; return true;
      case csr::mstatus:
        return write_masked(s.mstatus, status::kMie | status::kMpie | status::kMpp | status::kMprv | status::kTw,
                            value);
      case csr::mie: return write_masked(s.mie, interrupt::kAll, value);
      case csr::mtvec:
        if (const auto bits = constant_of(value); bits && *bits & 2) self().handler_was_moved(*bits);
        return write_masked(s.mtvec, ~2U, value);
      case csr::mcounteren: return write_masked(s.mcounteren, 7, value);
      case csr::mcountinhibit: {
        std::uint32_t bits = 0;
        if (!write_masked(bits, 5, value)) return false;
        s.mcycle.stop(bits & 1, cycles_after());
        s.minstret.stop(bits & 4, s.retired + 1);
        return true;
      }
      case csr::mcycle: return write_counter(s.mcycle, clock(), cycles_after(), 0, value);
      case csr::mcycleh: return write_counter(s.mcycle, clock(), cycles_after(), 32, value);
      case csr::minstret: return write_counter(s.minstret, s.retired, s.retired + 1, 0, value);
      case csr::minstreth: return write_counter(s.minstret, s.retired, s.retired + 1, 32, value);
      default: break;
    }
    const unsigned group = number - csr::pmpcfg0, entry = number - csr::pmpaddr0;
    if (group >= 4 && entry >= PmpState::kEntries) return true;  // hardwired: writes have no effect
    const std::optional<std::uint32_t> bits = self().resolve(value);
    if (!bits) return false;
    if (group < 4) {
      s.pmp.write_configuration(group, *bits);
    } else {
      s.pmp.write_address(entry, *bits);
    }
    control_changed();
    return true;
  }

  // --- The hooks of time (docs/hooks.md).

  // A stretch begins behind the current instruction.
  void begin_stretch() { self().state().stretch_began = cycles_after(); }
  // The cycles from there to the current instruction, or the largest number if there are more.
  Word<32> stretch_cycles() {
    const auto& s = self().state();
    return word(static_cast<std::uint32_t>(std::min<std::uint64_t>(s.cycles - s.stretch_began, ~std::uint32_t{0})));
  }

  // --- For the hart's owner.

  // Sets the level of an interrupt line (interrupt::kSoftware, kTimer or kExternal).
  void set_interrupt_line(std::uint32_t line, bool level) {
    auto& s = self().state();
    const std::uint32_t mip = level ? s.mip | 1U << line : s.mip & ~(1U << line);
    if (mip == s.mip) return;
    s.mip = mip;
    self().interrupts_changed();
  }

  // Sets mtime minus the time since reset, for the time CSR, which shows mtime. Firmware may write mtime.
  void set_mtime_offset(std::uint64_t offset) { self().state().mtime_offset = offset; }

  // Whether take_interrupt() would enter a handler.
  bool interrupt_ready() {
    const auto& s = self().state();
    return (s.mip & s.mie) && (s.privilege != Privilege::Machine || s.mstatus & status::kMie);
  }

  // Must be called before an instruction. Leaves wfi if an enabled interrupt is pending, and enters the handler if the
  // interrupt may be taken. Priority: external, software, timer (Volume II, 3.1.9). Returns true if a handler was
  // entered.
  bool take_interrupt() {
    auto& s = self().state();
    const std::uint32_t pending = s.mip & s.mie;
    if (!pending) return false;
    s.waiting = false;
    if (s.privilege == Privilege::Machine && !(s.mstatus & status::kMie)) return false;
    const std::uint32_t cause = pending & 1U << interrupt::kExternal   ? interrupt::kExternal
                                : pending & 1U << interrupt::kSoftware ? interrupt::kSoftware
                                                                       : interrupt::kTimer;
    const std::uint32_t base = s.mtvec & ~3U;
    enter_trap(1U << 31 | cause, word(0), s.mtvec & 1 ? base + 4 * cause : base, self().timing().interrupt_cycles());
    if (ends_in_detail_) [[unlikely]]
      enter_in_detail();
    s.pc = next_pc_;
    s.cycles += extra_cycles_;
    extra_cycles_ = 0;
    return true;
  }

  // Lets the time of a hart that waits, or stalls between two instructions, pass up to a cycle.
  void pass_time(std::uint64_t cycle) {
    auto& s = self().state();
    if (cycle <= s.cycles) return;
    const TimingProfile& timing = self().timing();
    if (timing.prefetch.exists()) s.fetch_buffer.pass(timing, cycle - s.cycles, s.pc);
    if (timing.energy.given) s.energy += timing.energy.of_pause(cycle - s.cycles, s.waiting);
    s.cycles = cycle;
  }

 protected:
  // Must be called before instructions are executed, if anything but this class may have changed the state.
  void update_guards() {
    const auto& s = self().state();
    guards_fetch_ = !s.pmp.is_open(s.privilege);
    guards_data_ = !s.pmp.is_open(s.data_privilege());
  }
  // Whether physical memory protection may forbid fetches, or loads and stores, in the present state.
  bool guards_fetch() const { return guards_fetch_; }
  bool guards_data() const { return guards_data_; }
  // What is permitted at a level in the present state.
  [[gnu::noinline]] const ProtectionMap& protection(Privilege privilege) {
    const PmpState& pmp = self().state().pmp;
    if (!(mapped_ == pmp)) {
      maps_ = {};
      mapped_ = pmp;
    }
    std::optional<ProtectionMap>& map = maps_[privilege == Privilege::Machine];
    if (!map) map.emplace(pmp, privilege);
    return *map;
  }
  // The first address of a load or store that physical memory protection forbids; nothing if the access is permitted.
  // `wanted` has bits of hart::permission.
  std::optional<std::uint32_t> forbidden(std::uint32_t address, unsigned bytes, std::uint8_t wanted) {
    if (!guards_data_) [[likely]]
      return std::nullopt;
    return protection(self().state().data_privilege()).first_forbidden(address, bytes, wanted);
  }
  bool may_fetch(std::uint32_t address, unsigned bytes) {
    return !guards_fetch_ ||
           !protection(self().state().privilege).first_forbidden(address, bytes, permission::kExecute);
  }
  // Where a fetch at the pc that failed has failed, for mtval. An instruction may have a first half in memory, and none
  // behind it (Volume II, 3.1.16).
  [[gnu::noinline]] std::uint32_t failing_fetch() {
    const std::uint32_t at = pc(), half = self().extensions().alignment();
    return half == 2 && self().can_fetch(at) && may_fetch(at, half) ? at + half : at;
  }

  // Must be called once, before the first instruction. Finds out which details the timing profile depends on.
  void prepare_timing() {
    const TimingProfile& timing = self().timing();
    detailed_classes_ = detailed_classes(timing);
    by_address_ = timing.looks_at_addresses() || timing.energy.given;
    caches_ = timing.icache.geometry.exists() || timing.dcache.geometry.exists();
    ends_in_detail_ = caches_ || timing.prefetch.exists() || timing.energy.given;
    begin_in_detail_ = ends_in_detail_ ? ~0U : detailed_classes_;
  }

  // begin() and complete() bracket the execution of one instruction. begin() returns false if the instruction is
  // abandoned because its cost could not be decided.
  bool begin(const isa::Instruction& instruction) {
    begin_usual(isa::timing_class(instruction), isa::next_pc(pc(), instruction));
    if (begin_in_detail_ >> static_cast<unsigned>(timing_class_) & 1) [[unlikely]]
      return begin_in_detail(instruction);
    return true;
  }
  // For when there is no instruction: the fetch failed, or the instruction is not known yet.
  void begin(isa::TimingClass timing) {
    begin_usual(timing, pc());
    if (ends_in_detail_) [[unlikely]]
      begin_details();
  }
  void complete() {
    auto& s = self().state();
    if (ends_in_detail_) [[unlikely]]
      end_in_detail();
    s.pc = next_pc_;
    s.cycles += std::uint64_t{cycles_} + extra_cycles_;
    s.retired += !trapped_;
  }
  // Whether the instruction at `pc`, which has just completed, jumped to itself with interrupts off. Then nothing can
  // ever change again. Bare-metal firmware ends this way.
  bool halted(std::uint32_t pc) {
    const auto& s = self().state();
    if (s.pc != pc || trapped_) return false;
    if (timing_class_ != isa::TimingClass::Branch && timing_class_ != isa::TimingClass::Jump) return false;
    return s.interrupts_off();
  }
  // Accounts for a load or store of data, in RAM or of a device.
  void add_access(std::uint32_t address, unsigned size, bool store, bool in_ram) {
    const TimingProfile& timing = self().timing();
    if (by_address_) [[unlikely]]
      return add_access_in_detail(address, size, store, in_ram);
    extra_cycles_ += in_ram ? timing.memory : timing.device;
  }
  // Ends the instruction without effect: pc stays, and nothing retires. The caller stops the run.
  void stay() {
    next_pc_ = pc();
    trapped_ = true;
    transfers_ = true;
  }
  std::uint32_t next_pc() const { return next_pc_; }
  // mtval of a failed access of `size` bytes: the address where its failing portion begins (Volume II, 3.1.16). If the
  // access begins in RAM and reaches beyond the end of RAM, its failing portion begins at the end of RAM.
  Word<32> failing_portion(Word<32> address, unsigned size, bool store) {
    auto& v = self().values();
    if (const AddressMap* const map = self().map()) {
      Word<32> failing = address;
      if (size == 1) return failing;
      for (const AddressStretch& stretch : store ? map->writable() : map->readable()) {
        const std::uint32_t end = stretch.base + stretch.size;
        const Word<1> leaves = v.ult(v.sub(address, word(end - (size - 1))), word(size - 1));
        failing = v.ite(leaves, word(end), failing);
      }
      return failing;
    }
    const std::uint32_t ram_size = self().ram_size();
    const Word<32> offset = v.sub(address, word(self().ram_base()));
    const Word<1> begins_inside = v.ult(offset, word(ram_size));
    const Word<1> ends_inside = v.bit_not(v.ult(word(ram_size - size), offset));
    return v.ite(v.bit_and(begins_inside, v.bit_not(ends_inside)), word(self().ram_base() + ram_size), address);
  }
  Word<32> word(std::uint32_t value) { return self().values().template constant<32>(value); }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  void enter_trap(std::uint32_t cause, Word<32> value, std::uint32_t handler, std::uint32_t cycles) {
    auto& s = self().state();
    s.mepc = word(s.pc);
    s.mcause = word(cause);
    s.mtval = value;
    ++s.traps;
    s.mstatus = (s.mstatus & ~(status::kMie | status::kMpie | status::kMpp)) |
                (s.mstatus & status::kMie ? status::kMpie : 0) | (static_cast<std::uint32_t>(s.privilege) << 11);
    s.privilege = Privilege::Machine;
    next_pc_ = handler;
    transfers_ = true;
    port_cycles_ = 0;
    energy_ = 0;
    extra_cycles_ = cycles;
    control_changed();
  }

  // The privilege level, mstatus, mie, mip or the protection of memory may have changed.
  void control_changed() {
    update_guards();
    self().interrupts_changed();
  }

  bool user_counter_enabled(unsigned index) {
    return in_machine_mode() || (index < 3 && self().state().mcounteren >> index & 1);
  }

  // Writes a control CSR. Its value decides what the hart does next, so it is resolved.
  bool write_masked(std::uint32_t& field, std::uint32_t mask, Word<32> value) {
    const std::optional<std::uint32_t> bits = self().resolve(self().values().bit_and(value, word(mask)));
    if (!bits) return false;
    field = *bits;
    if (&field == &self().state().mstatus && (field & status::kMpp) != status::kMpp) field &= ~status::kMpp;
    control_changed();
    return true;
  }

  // Writes one half of a counter. The instruction that writes a half does not count: the next instruction reads both
  // halves as this one left them (Volume I, 10.1). The clock goes from `before` to `after` in this instruction.
  bool write_counter(Counter& counter, std::uint64_t before, std::uint64_t after, unsigned shift, Word<32> value) {
    const std::optional<std::uint32_t> bits = self().resolve(value);
    if (!bits) return false;
    const std::uint64_t kept = counter.at(before) & ~(std::uint64_t{0xffffffff} << shift);
    counter.write(kept | std::uint64_t{*bits} << shift, after);
    return true;
  }

  // The cycle at which the current instruction reads a clock: it has been fetched then.
  std::uint64_t clock() { return self().state().cycles + stall_; }
  // The cycle at which the current instruction, which accesses a CSR or is a hook, ends. A counter has the written
  // value at that cycle, so the next instruction reads it.
  std::uint64_t cycles_after() { return self().state().cycles + cycles_; }

  void begin_usual(isa::TimingClass timing, std::uint32_t next) {
    next_pc_ = next;
    cycles_ = self().timing().of(timing);
    extra_cycles_ = 0;
    trapped_ = false;
    timing_class_ = timing;
  }

  // What a profile with details needs lies outside of the loops, which have one question at the begin of an instruction
  // and one at its end.
  //
  // Must not write to the state, since the instruction may still fork and begin again. The tags of the caches change in
  // complete().
  [[gnu::noinline]] bool begin_in_detail(const isa::Instruction& instruction) {
    if (ends_in_detail_) begin_details();
    if (!(detailed_classes_ >> static_cast<unsigned>(timing_class_) & 1)) return true;
    const TimingProfile& timing = self().timing();
    if (instruction.opcode != isa::Opcode::Illegal) {
      std::optional<isa::Instruction> next;
      if (looks_behind(timing, instruction) && !self().peek(next_pc_, next)) return false;
      cycles_ = static_cycles(timing, instruction, next);
      if (depends_on_operands(timing, instruction)) {
        const Word<32> cycles = OperandCycles<V>::of(self().values(), timing, instruction, cycles_,
                                                     get(instruction.rs1), get(instruction.rs2));
        const std::optional<std::uint32_t> latency = self().latency(cycles, cycles_);
        if (!latency) return false;
        cycles_ = *latency;
      }
    }
    add_fetch();
    return true;
  }

  void add_fetch() {
    const TimingProfile& timing = self().timing();
    if (!timing.looks_at_fetches()) return;
    if (timing.prefetch.exists()) {
      behind_ = next_pc_;
      stall_ = fetch_buffer_.await(timing, pc(), next_pc_ - pc());
      cycles_ += stall_;
      return;
    }
    const TimingRegion* region = timing.region_of(pc());
    const std::uint32_t wait = region ? region->fetch : 0;
    fetches_ = timing.icache.geometry.exists();
    if (!fetches_) {
      cycles_ += wait;
    } else if (!self().state().icache.contains(timing.icache.geometry, pc())) {
      cycles_ += timing.icache.miss + wait;
    }
  }

  [[gnu::noinline]] void add_access_in_detail(std::uint32_t address, unsigned size, bool store, bool in_ram) {
    const TimingProfile& timing = self().timing();
    const TimingRegion* region = timing.region_of(address);
    const std::uint32_t wait = region ? region->cycles : in_ram ? timing.memory : timing.device;
    extra_cycles_ += timing.misaligned_cycles(address, size);
    port_cycles_ += 1 + wait + timing.misaligned_cycles(address, size);
    energy_ += in_ram ? timing.energy.memory : timing.energy.device;
    if (in_ram && timing.dcache.geometry.exists()) {
      pending_[accesses_++] = {address, wait, static_cast<std::uint8_t>(size), store};
    } else {
      extra_cycles_ += wait;
    }
  }

  // For an instruction that is about to begin: what complete() accounts for, so far.
  [[gnu::noinline]] void begin_details() {
    fetches_ = false;
    accesses_ = 0;
    transfers_ = false;
    fetch_buffer_ = self().state().fetch_buffer;
    behind_ = pc();
    stall_ = port_cycles_ = 0;
    energy_ = 0;
  }

  [[gnu::noinline]] void end_in_detail() {
    const TimingProfile& timing = self().timing();
    auto& s = self().state();
    if (caches_) access_caches();
    if (timing.prefetch.exists()) {
      const std::uint64_t cycles = std::uint64_t{cycles_} - stall_ + extra_cycles_;
      extra_cycles_ += fetch_buffer_.execute(
          timing, {s.pc, behind_, next_pc_, transfers_, cycles, timing.prefetch.shared ? port_cycles_ : 0});
      s.fetch_buffer = fetch_buffer_;
    }
    if (!timing.energy.given) return;
    s.energy += energy_ + timing.energy.classes[static_cast<std::size_t>(timing_class_)] +
                (std::uint64_t{cycles_} + extra_cycles_) * timing.energy.cycle;
  }

  // The same for the entry of an interrupt's handler.
  [[gnu::noinline]] void enter_in_detail() {
    const TimingProfile& timing = self().timing();
    auto& s = self().state();
    if (timing.prefetch.exists()) s.fetch_buffer.execute(timing, {s.pc, s.pc, next_pc_, true, extra_cycles_, 0});
    s.energy += std::uint64_t{extra_cycles_} * timing.energy.cycle;
  }

  void access_caches() {
    const TimingProfile& timing = self().timing();
    auto& s = self().state();
    if (fetches_) s.icache.access(timing.icache.geometry, s.pc, false);
    const CacheTiming& dcache = timing.dcache;
    for (unsigned i = 0; i < accesses_; ++i) {
      const Access& access = pending_[i];
      const std::uint32_t line = dcache.geometry.line, first = access.address & ~(line - 1);
      // An access that crosses the end of a line counts as two.
      const unsigned lines = access.address - first + access.size > line ? 2 : 1;
      for (unsigned n = 0; n < lines; ++n) access_data_cache(dcache, first + n * line, access);
    }
  }

  struct Access {
    std::uint32_t address, wait;
    std::uint8_t size;
    bool store;
  };

  void access_data_cache(const CacheTiming& cache, std::uint32_t address, const Access& access) {
    CacheState& tags = self().state().dcache;
    if (access.store && cache.write_through) {
      extra_cycles_ += access.wait;
      if (!tags.contains(cache.geometry, address)) return;
      tags.access(cache.geometry, address, false);
      return;
    }
    const auto [hit, evicts_dirty] = tags.access(cache.geometry, address, access.store);
    if (!hit) extra_cycles_ += cache.miss + access.wait;
    if (evicts_dirty) extra_cycles_ += cache.write_back;
  }

  // Physical memory protection. `maps_` has what was asked for by level, user first, and belongs to `mapped_`.
  bool guards_fetch_ = false, guards_data_ = false;
  PmpState mapped_;
  std::array<std::optional<ProtectionMap>, 2> maps_;
  // From the timing profile, by prepare_timing().
  std::uint32_t detailed_classes_ = 0, begin_in_detail_ = 0;  // by timing class; the latter has the former
  bool by_address_ = false, caches_ = false;
  bool ends_in_detail_ = false;  // complete() has caches, a prefetcher or energies to account for
  // Of the current instruction.
  bool fetches_ = false;             // complete() must pass the fetch to the instruction cache
  unsigned accesses_ = 0;            // how many accesses of pending_ complete() must pass to the data cache
  std::array<Access, 2> pending_{};  // an atomic operation has two
  std::uint32_t cycles_ = 0;         // the static cost, and what operands and the fetch add
  std::uint32_t next_pc_ = 0;
  std::uint32_t extra_cycles_ = 0;
  bool trapped_ = false;
  bool transfers_ = false;         // control, so that what was prefetched is in vain
  FetchBuffer fetch_buffer_;       // as the instruction leaves it when it has been fetched
  std::uint32_t behind_ = 0;       // the address behind the instruction; if there is none, the pc
  std::uint32_t stall_ = 0;        // cycles that it waited for its fetch; part of cycles_
  std::uint32_t port_cycles_ = 0;  // cycles that its accesses to data occupy memory
  std::uint64_t energy_ = 0;       // of its accesses to data
  isa::TimingClass timing_class_ = isa::TimingClass::Alu;
};

}  // namespace janus::hart
