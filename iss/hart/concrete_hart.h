// The concrete hart: an RV32 interpreter over machine words, with a cycle model. It knows neither SystemC nor any
// device; a Bus stands for everything outside.
//
//   created --run()--> Stop::...  --run()--> ...        run() may be called again after every stop but the final ones
//
// The cycle count after a given instruction does not depend on budgets, on direct memory or on caching: costs come from
// the timing profile alone. Not thread-safe.
#pragma once

#include <bit>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hart/address_map.h"
#include "hart/bus.h"
#include "hart/call_tracker.h"
#include "hart/code_cache.h"
#include "hart/data_memory.h"
#include "hart/detector_tables.h"
#include "hart/detectors.h"
#include "hart/gate.h"
#include "hart/hart_core.h"
#include "hart/htif.h"
#include "hart/inspection.h"
#include "hart/memory_mistake.h"
#include "hart/observation.h"
#include "hart/semihosting.h"
#include "hart/shadow.h"
#include "hart/translator.h"
#include "isa/hooks.h"
#include "isa/values.h"

namespace janus::hart {

struct HartConfig {
  std::uint32_t reset_pc = 0x8000'0000;
  std::uint32_t ram_base = 0x8000'0000;  // RAM: only this range holds code, and accesses to it cost what memory costs
  std::uint32_t ram_size = 0;            // bytes
  // With a map: what there is in place of RAM. The constructor sets ram_base and ram_size to the window of the map.
  std::shared_ptr<const AddressMap> map = {};
  isa::Extensions extensions = isa::kRv32ima;
  isa::HookRule hooks = isa::HookRule::Never;
  // Speed switches, which change no cycle.
  bool decode_cache = true;  // keep decoded instructions
  bool fast = true;          // execute whole blocks where memory can be touched directly
  bool translate = true;     // translate hot blocks, where the host can
  std::uint16_t hot = 64;    // a block is hot once it has been entered this often; at least 1
  // Stop in front of what a detector reports. Where they follow memory, the fast loop asks them
  // (hart/loop_detectors.h), unless the map has aliases or what nobody wrote gets contents; else the observed loop
  // does.
  Detectors detectors = {};
  HtifAddresses htif;               // a store to `tohost` ends the run, or asks the host for something
  SemihostingSettings semihosting;  // an `ebreak` between two marks asks the host for something
  TimingProfile timing;
};

enum class Stop {
  Budget,         // the given cycle was reached
  DeviceAccess,   // a device was accessed, so its next event may have moved
  Waiting,        // in wfi, and no enabled interrupt is pending
  Breakpoint,     // at a breakpoint, before its instruction
  Watchpoint,     // before an instruction whose access hits a watchpoint: see watchpoint_hit()
  Gate,           // before an instruction that the gate does not admit
  Halted,         // final: jumps to itself with interrupts off
  UnhandledTrap,  // final: an exception with no handler to go to
  AssertFailed,   // final: the assert hook's condition is zero
  AssumeFailed,   // final: the assume hook's condition is zero
  HookError,      // final: a hook was called with impossible arguments
  ToHost,         // final: ended by a store to `tohost`, with exit_code()
  HostExit,       // final: ended by semihosting, with exit_code()
  HostError,      // final: the host was asked for something impossible
  Detected,       // final: before an instruction that detected() reports
};

// Who counts how often instructions are executed.
class ExecutionCounter {
 public:
  virtual ~ExecutionCounter() = default;
  // `instruction` at `pc` retired, and the hart goes on at `next`.
  virtual void executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) = 0;
  // The instruction at `pc` retired so often; as a branch, it jumped `taken` times.
  virtual void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) = 0;
};

class ConcreteHart : public HartCore<ConcreteHart, isa::ConcreteValues>, private Translator::Amid {
 public:
  using Word32 = isa::Bits<32>;
  struct UnhandledTrap {
    isa::Exception cause;
    std::uint32_t value;  // mtval
  };

  // `bus` must outlive the hart. `inputs` may be null.
  ConcreteHart(HartConfig config, Bus& bus, InputSource* inputs = nullptr);

  // Executes until `until_cycle` has been reached or something stops the hart earlier. A stop is always between two
  // instructions; the last instruction may end beyond until_cycle. A hart that is at or beyond until_cycle already does
  // nothing, and takes no interrupt, because outside events of that cycle come first. The hart stops at a breakpoint
  // and before an access that hits a watchpoint. If its last stop was for the same reason at the same place, it goes on
  // instead.
  Stop run(std::uint64_t until_cycle);

  // Executes one instruction or enters one interrupt handler, at any cycle, and even at a breakpoint.
  Stop step();

  // As step(), but stops at a breakpoint or before a watchpoint as run() does.
  Stop step_to_breakpoint();

  // Moves time forward while the hart waits or is halted. `cycle` must not be in the past.
  void skip_to(std::uint64_t cycle);

  // With a map, of its whole window.
  void set_direct_memory(DirectMemory memory);
  // Where the firmware's requests to write go (hart/htif.h). `sink` must outlive the hart. Null, the initial value,
  // drops the output.
  void set_output(OutputSink* sink) { output_ = sink; }
  // What the firmware reads from the console. `source` must outlive the hart. Null, the initial value: nothing.
  void set_console(ConsoleSource* source) { console_ = source; }
  // Who hears what the firmware tells. Empty, the initial value: nobody.
  void set_inspect(Inspect inspect) { inspect_ = std::move(inspect); }
  // Must be called after anything but this hart (a loader) has written to memory that may hold code.
  void discard_decoded();
  // Another master of the bus has written: code that is decoded there is discarded, a reservation of lr.w there ends,
  // and the bytes are defined.
  void written_from_outside(std::uint32_t address, std::uint32_t bytes);

  // --- For an owner that lends its state to the hart for a while (hart/gate.h). Needs the fast loop.
  bool can_run_fast() const { return code_ && !has_caches(); }
  bool can_translate() const { return translator_ != nullptr; }
  // Whether the fast loop may have read or written a clock (isa/clocks.h) since direct memory was set.
  bool may_have_seen_clocks() const { return code_ && code_->has_clocks(); }
  // Tells `counter` from now on how often instructions are executed; of translated code late, and at the latest in
  // tell_counts(). Where the fast loop cannot count (without a translator, and without guard_granules()), the plain
  // loop executes everything. `counter` must outlive the hart.
  void count(ExecutionCounter& counter);
  void tell_counts() {
    if (code_) code_->tell_counts();
  }
  // Observes like observe(), but code is translated and counted where there is a translator, and caches do not matter.
  // To be called before the first run; tell_counts() must be called after the last. `profile` must outlive the hart.
  void profile(CallProfile& profile);
  // Whether detectors leave the fast loop to the hart.
  bool detects_fast() const;
  // What the detectors of memory know; null if nobody asks them. After a change, forget_noted() must be called.
  Shadow<isa::ConcreteValues>* shadow() { return shadow_ ? &*shadow_ : nullptr; }
  void forget_noted() {
    if (detector_tables_) detector_tables_->forget_noted();
  }
  // `gate` must outlive the hart. Observed runs do not ask it.
  void set_gate(Gate* gate) { gate_ = gate; }
  // Where run() may touch RAM without asking the gate: what is permitted (hart::permission) by granule of
  // kGranuleBytes, and one granule more. Null, the initial value: everywhere. If physical memory protection guards RAM
  // at the same time, run() stops with Stop::Gate. `permissions` must outlive the hart.
  static constexpr unsigned kGranuleShift = 8;
  static constexpr std::uint32_t kGranuleBytes = 1U << kGranuleShift;
  void guard_granules(const std::uint8_t* permissions) { granules_ = permissions; }
  // From now on, the gate is asked before each store that begins in this page of RAM (CodeCache::kPageBytes; `offset`
  // is in RAM), or no longer.
  void ask_before_stores(std::uint32_t offset, bool ask) { code_->ask_before_stores(offset, ask); }
  // From now on, the gate is asked before each instruction that reads or writes one of these registers (bit r: x[r], x0
  // excluded). Other registers than before cost decoding and translating again.
  void ask_before_registers(std::uint32_t registers) { code_->leave_registers(registers); }
  // Must be called after the owner has written to RAM. Forgets what was decoded from these bytes.
  void memory_changed(std::uint32_t address, std::uint32_t bytes) { code_->written(address - config_.ram_base, bytes); }

  // How far the run has come: the number of instructions retired plus the number of handlers entered. step() adds one,
  // unless the hart waits or is at a final stop. A run that is repeated is in the same state at the same position,
  // except that the cycle may differ while the hart waits.
  std::uint64_t position() const { return state_.retired + state_.traps; }

  // All state of a hart between two instructions. A restored hart goes on exactly as the saved one did, if memory and
  // everything outside are restored too. Observers, breakpoints and watchpoints are not part of a checkpoint, and stay.
  // restore() forgets decoded instructions and which breakpoint was passed. Neither function may be called from within
  // run() or step().
  struct Checkpoint {
    ArchitecturalState<isa::ConcreteValues> state;
    bool stopping;
    Stop stop;
    Detector detected;
    UnhandledTrap unhandled_trap;
    std::uint32_t exit_code;
    std::string hook_error;
    std::optional<Shadow<isa::ConcreteValues>> shadow;
    HostFiles<PlainContents> host_files;
  };
  Checkpoint save() const;
  void restore(const Checkpoint& checkpoint);
  // After a final stop, makes the next run() execute the instruction that stopped the hart again. A debugger may have
  // changed the state since.
  void retry() {
    stopping_ = false;
    hook_error_.clear();
  }

  // --- For observers (hart/observer.h) and debuggers. Not to be called from within run() or step(). Observers are not
  // owned.
  void observe(Observer& observer) { observation_.observe(observer); }
  void forget(Observer& observer) { observation_.forget(observer); }
  void set_breakpoint(std::uint32_t address);
  void clear_breakpoint(std::uint32_t address);
  void set_watchpoint(Watchpoint watchpoint) { observation_.set_watchpoint(watchpoint); }
  void clear_watchpoint(Watchpoint watchpoint) { observation_.clear_watchpoint(watchpoint); }
  const WatchpointHit& watchpoint_hit() const { return watchpoint_hit_; }
  // The watchpoint that the next instruction would hit, if any. Watchpoints are checked before the access, as RISC-V's
  // own triggers are, and as GDB expects.
  std::optional<WatchpointHit> coming_hit();
  // While breakpoints are ignored, breakpoints and watchpoints stay set but stop nothing. For executing again what the
  // debugger has already seen.
  void ignore_breakpoints(bool ignore) { observation_.ignore_breakpoints(ignore); }
  // Makes the next run() not stop at a breakpoint at the present place.
  void pass_here() {
    if (passed_ != Place{position(), state_.pc}) pass(false);
  }

  ArchitecturalState<isa::ConcreteValues>& state() { return state_; }
  const ArchitecturalState<isa::ConcreteValues>& state() const { return state_; }
  const TimingProfile& timing() const { return config_.timing; }
  const UnhandledTrap& unhandled_trap() const { return unhandled_trap_; }
  std::uint32_t exit_code() const { return exit_code_; }
  // One line: of HookError and HostError; and of AssertFailed, if the firmware said what is wrong.
  const std::string& hook_error() const { return hook_error_; }
  // Whether a detector, on or not, reports the instruction at the pc.
  bool is_reported(Detector detector, const isa::Instruction& instruction);
  // What that instruction does wrong, if `heap` or `bounds` reports it.
  std::optional<MemoryMistake> mistake(Detector detector);
  Detector detected() const { return detected_; }  // of Detected
  bool has_tohost() const { return config_.htif.tohost.has_value(); }
  // How many times an `ecall` was no hook although t0 had a hook's code.
  std::uint64_t ignored_hooks() const { return ignored_hooks_; }
  // What was written to mtvec last that it has not kept: a handler that is not at a multiple of 4; 0 if nothing was.
  std::uint32_t moved_handler() const { return moved_handler_; }
  void handler_was_moved(std::uint32_t written) { moved_handler_ = written; }

  // --- isa::Hart.
  isa::ConcreteValues& values() { return values_; }
  std::optional<bool> branch(isa::Bits<1> condition) { return condition.raw != 0; }
  static bool tell_copies_apart(isa::Bits<32>, isa::Bits<32>, isa::Bits<32>) { return true; }
  std::optional<std::uint32_t> resolve(Word32 word) { return word.raw; }
  template <unsigned W>
  std::optional<isa::Bits<W>> load(Word32 address);
  template <unsigned W>
  bool store(Word32 address, isa::Bits<W> value);
  std::optional<Word32> load_for_store(std::uint32_t address);
  bool environment_call();
  bool host_call();

  // --- For detectors (detector_rules.h).
  static std::uint32_t value_now(const isa::ConcreteValues::Word<32>& word) { return word.raw; }
  std::optional<isa::Bits<32>> word_in_memory(std::uint32_t address) const;
  // Gives what the instruction at the pc loads, and nobody has written, its contents.
  void write_unwritten(const isa::Instruction& instruction);
  bool calls(isa::HookCode code) { return calls_hook() && get(isa::kT0).raw == static_cast<std::uint32_t>(code); }
  const Shadow<isa::ConcreteValues>* shadow() const { return shadow_ ? &*shadow_ : nullptr; }
  bool may_be_inside(isa::Bits<1> condition, std::uint32_t) const { return condition.raw != 0; }
  bool is_inside_elsewhere(std::uint32_t object) const {
    return gate_ && gate_->is_inside_elsewhere(state_.pc, object);
  }
  void noted_inside(std::uint32_t pc, std::uint32_t object) {
    if (gate_) gate_->noted_inside(pc, object);
  }
  void left_unreported(std::uint32_t object) const {
    if (gate_) gate_->left_unreported(state_.pc, object);
  }

  // --- HartCore.
  isa::Extensions extensions() const { return config_.extensions; }
  const AddressMap* map() const { return map_; }
  bool can_fetch(std::uint32_t address) const {
    const std::uint32_t part = config_.extensions.alignment();
    return in_ram(home(address, part), part);
  }
  bool peek(std::uint32_t address, std::optional<isa::Instruction>& instruction);
  std::optional<std::uint32_t> latency(Word32 cycles, std::uint32_t) { return cycles.raw; }
  std::uint32_t ram_base() const { return config_.ram_base; }
  std::uint32_t ram_size() const { return config_.ram_size; }
  void unhandled_trap(isa::Exception cause, Word32 value);
  void interrupts_changed() { limit_ = 0; }

 private:
  class SemihostingMachine;
  struct Place {
    std::uint64_t position;
    std::uint32_t pc;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::uint32_t kPageBytes = 4096;
  // One slot for every place where an instruction can begin.
  struct DecodedPage {
    explicit DecodedPage(std::size_t count) : slots(count), valid(count) {}
    std::vector<isa::Instruction> slots;
    std::vector<bool> valid;
  };
  std::uint32_t slot_of(std::uint32_t offset) const { return offset % kPageBytes >> slot_shift_; }

  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - config_.ram_base;
    return config_.ram_size >= size && offset <= config_.ram_size - size && (!map_ || map_->has(address, size));
  }
  // Where memory has the bytes of an access, which may lie in an alias.
  std::uint32_t home(std::uint32_t address, unsigned size) const { return map_ ? map_->home(address, size) : address; }
  // Where the host has the bytes of a load or a fetch; null if the access must go through the bus.
  std::uint8_t* direct(std::uint32_t address, unsigned size) const {
    return map_ && !map_->has(address, size) ? nullptr : direct_in_window(address, size);
  }
  // The same for a store.
  std::uint8_t* direct_to_write(std::uint32_t address, unsigned size) const {
    return map_ && !map_->can_write(address, size) ? nullptr : direct_in_window(address, size);
  }
  std::uint8_t* direct_in_window(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - direct_.base;
    return offset <= direct_last_ && direct_.size >= size && offset <= direct_.size - size ? direct_.bytes + offset
                                                                                           : nullptr;
  }
  bool can_be_input(std::uint32_t address, std::uint32_t size) const {
    return in_ram(address, 1) && config_.ram_size - (address - config_.ram_base) >= size &&
           (!map_ || map_->can_write(address, size));
  }
  void stop(Stop reason) {
    stop_ = reason;
    stopping_ = true;
    limit_ = 0;
  }
  void prepare_fast_loop();
  void prepare_translator();
  void count_in_code();
  bool tells() const { return counter_ || profile_; }
  void stop_fast_loop(std::uint32_t address, bool stop);
  // What executes whole blocks: the fast loop alone, where there is one RAM and all accesses to it cost the same, or
  // not; with translated code, or with a look at the permissions of each page it touches. The last two are the two
  // before, and count what they execute. Detecting is Guarded and asks detectors; it counts if anybody wants that.
  enum class Loop {
    Interpreted,
    InterpretedAnyCost,
    Translated,
    Guarded,
    TranslatedCounted,
    GuardedCounted,
    Detecting
  };
  bool guards_ram();
  void prepare_permissions();
  void prepare_detecting();
  bool detects_here() const;
  std::vector<std::uint32_t> detector_places() const;
  void run_fast_loop(bool guarded);
  template <Loop kLoop, std::uint32_t kSlotBytes>
  void run_blocks();  // fast_loop.cpp
  template <Loop kLoop>
  void run_blocks();
  bool execute_amid(std::uint32_t offset, Translator::Counters& counters) override;
  // The same for the loop that asks detectors, of an instruction that has been decoded, and that the loop counts.
  bool execute_alone(const Slot& slot, std::uint32_t offset, Translator::Counters& counters, bool asks_gate);
  bool arrive_amid(std::uint32_t offset, Translator::Counters counters);
  bool execute_amid(const isa::Instruction* instruction, std::uint64_t generation, Translator::Counters& counters,
                    bool counts);
  [[gnu::noinline]] bool goes_on_behind(const Slot& slot, std::uint32_t pc);
  // cached_loop.cpp
  bool has_caches() const { return config_.timing.icache.geometry.exists() || config_.timing.dcache.geometry.exists(); }
  void run_cached();
  Slot* enter_cached(Slot* slot);
  void own_tags();
  std::uint32_t dearest_access() const;
  bool use_cache(CacheUse use, std::uint32_t address, Translator::Counters& counters) override;
  void execute_one_amid(const isa::Instruction* instruction);
  void tell_trap();
  [[gnu::noinline]] void execute_by_itself(const isa::Instruction* instruction);
  bool nothing_changed(std::uint64_t limit);
  void end_amid();
  const isa::Instruction* fetch();
  void drop_decoded_pages();
  [[gnu::noinline]] const isa::Instruction* fetch_uncached(std::uint32_t pc);
  [[gnu::noinline]] bool permits_fetch(std::uint32_t pc);
  [[gnu::noinline]] std::optional<std::uint32_t> word_at(std::uint32_t address, unsigned size);
  [[gnu::noinline]] std::optional<std::uint32_t> code_at(std::uint32_t address);
  void execute_one();
  void execute_one_counted();
  void execute(const isa::Instruction* instruction);  // null: the fetch failed
  // Execution with observers, breakpoints and watchpoints.
  bool at_new_breakpoint();
  void pass(bool watchpoint) {
    passed_ = Place{position(), state_.pc};
    passed_watchpoint_ = watchpoint;
  }
  Stop run_observed(std::uint64_t until_cycle);
  Stop step_observed();
  // Who has asked the rules about the instruction at the pc, and whether `shadow_step_` is about it: no rule reports
  // it.
  enum class Asked : std::uint8_t { Nobody, Loop, LoopByRules };
  void execute_one_observed(Asked asked = Asked::Nobody);
  bool is_observed() const { return observation_.any() || config_.detectors.any() || shadow_; }
  bool detects(const isa::Instruction& instruction);
  void accessed(MemoryAccess::Kind kind, std::uint32_t address, unsigned size, std::uint32_t value);
  std::optional<std::uint32_t> bus_read(std::uint32_t address, unsigned size);
  bool bus_write(std::uint32_t address, unsigned size, std::uint32_t value);
  std::optional<std::uint32_t> read_reserved(const ReservedRegion& region, unsigned size);
  void written(std::uint32_t address, unsigned size, std::uint32_t value);
  void changed(std::uint32_t address, unsigned size);
  [[gnu::noinline]] void changed_by_host(std::uint32_t address, unsigned size);
  [[gnu::noinline]] void call_host(std::uint32_t value);
  void write_output(const HtifRequest& request);
  void use_console(const HtifRequest& request);
  void put_word(std::uint32_t address, std::uint32_t word);
  using HookCall = isa::HookCall<Word32>;
  // Hooks. calls_hook() is about the `ecall` at the pc. names_a_register() stops the run if the call does not name a
  // register.
  bool is_marked() { return word_at(state_.pc - 4, 4) == isa::kHookMarker; }
  bool calls_hook() {
    return config_.hooks == isa::HookRule::Always || (config_.hooks == isa::HookRule::Marked && is_marked());
  }
  [[gnu::noinline]] void fail_hook(const std::string& what);
  bool names_a_register(const HookCall& call);
  void require(bool condition, Stop otherwise) {
    if (condition) return;
    stay();
    stop(otherwise);
  }
  void require_register(const HookCall& call, Stop otherwise);
  void make_register_symbolic(const HookCall& call);
  void describe_memory(const HookCall& call);
  void answer_whether_symbolic(const HookCall& call);
  std::string hook_name();
  void tell(const HookCall& call);
  void tell_calls();
  [[gnu::noinline]] void make_symbolic(std::uint32_t address, std::uint32_t size);

  HartConfig config_;
  const AddressMap* const map_;  // null: one RAM
  Bus& bus_;
  InputSource* inputs_;
  OutputSink* output_ = nullptr;
  ConsoleSource* console_ = nullptr;
  isa::ConcreteValues values_;
  ArchitecturalState<isa::ConcreteValues> state_;
  DataMemory data_;
  DirectMemory direct_;
  std::uint32_t direct_last_ = 0;
  std::uint64_t limit_ = 0;  // instructions run while cycles < limit_; 0 makes run() look for stops and interrupts
  bool stopping_ = false;
  Detector detected_{};
  std::optional<Shadow<isa::ConcreteValues>> shadow_;  // nothing if no detector asks for it
  // Of the instruction under way; no local variable, which costs time to make each time.
  Shadow<isa::ConcreteValues>::Step shadow_step_;
  HostFiles<PlainContents> host_files_;
  Stop stop_ = Stop::Budget;
  isa::Instruction uncached_;
  unsigned slot_shift_ = std::countr_zero(config_.extensions.alignment());
  std::vector<std::unique_ptr<DecodedPage>> decoded_;  // by page of RAM
  std::vector<std::uint32_t> live_pages_;              // indices of the pages that are not null
  std::unique_ptr<CodeCache> code_;                    // of the fast loop; null if it cannot run
  std::unique_ptr<CallTracker> calls_;                 // of profile_, for translated code
  std::unique_ptr<Translator> translator_;             // null if there is none
  CounterOrigin origin_;                               // set by the loops that run translated code
  CacheTags tags_;                                     // while translated code runs
  std::uint32_t amid_block_ = 1;                       // of run_cached(): the next pc, if no block begins there
  // Of Loop::Guarded: what is permitted everywhere in a page of RAM (hart::permission), and what that follows from. A
  // table for each level of fetches and of data, so that traps and returns do not fill any.
  struct PagePermissions {
    PmpState pmp;
    std::vector<std::uint8_t> pages;
  };
  std::array<std::array<PagePermissions, 2>, 2> permissions_;
  const std::uint8_t* page_permissions_ = nullptr;   // of the present levels, or granules_
  std::vector<std::uint8_t> open_pages_;             // of Loop::Detecting, where everything is permitted
  std::unique_ptr<DetectorTables> detector_tables_;  // null until the loop needs them
  Asked asked_ = Asked::Nobody;                      // by the fast loop, about an access that it left in front of
  bool detecting_ = false;                           // during a run: run_fast_loop() asks detectors
  unsigned permission_shift_ = CodeCache::kPageShift;
  Gate* gate_ = nullptr;
  const std::uint8_t* granules_ = nullptr;
  ExecutionCounter* counter_ = nullptr;
  CallProfile* profile_ = nullptr;
  bool discard_pending_ = false;
  // While the hart executes an instruction amid translated code, this code must stay.
  bool amid_ = false, prepare_pending_ = false;
  std::exception_ptr thrown_;
  UnhandledTrap unhandled_trap_{};
  std::uint32_t exit_code_ = 0;
  std::string hook_error_;
  Inspect inspect_;
  std::uint64_t ignored_hooks_ = 0;
  std::uint32_t moved_handler_ = 0;
  Observation observation_;
  bool observed_ = false;           // during a run: tell observation_ of accesses
  std::optional<Place> passed_;     // where the hart last stopped at a breakpoint or watchpoint
  bool passed_watchpoint_ = false;  // whether the stop at passed_ was at a watchpoint
  WatchpointHit watchpoint_hit_{};
};

}  // namespace janus::hart
