// The concrete hart: an RV32IMA interpreter over machine words, with a cycle model. It knows neither SystemC nor any
// device; a Bus stands for everything outside.
//
//   created --run()--> Stop::...  --run()--> ...        run() may be called again after every stop but the final ones
//
// The cycle count after a given instruction does not depend on budgets, on direct memory or on caching: costs come from
// the timing profile alone. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hart/bus.h"
#include "hart/code_cache.h"
#include "hart/hart_core.h"
#include "hart/observation.h"
#include "hart/translator.h"
#include "isa/hooks.h"
#include "isa/values.h"

namespace janus::hart {

struct HartConfig {
  std::uint32_t reset_pc = 0x8000'0000;
  std::uint32_t ram_base = 0x8000'0000;  // what counts as memory (not a device) for timing and for code
  std::uint32_t ram_size = 0;            // bytes
  bool hooks = false;                    // ecall with a hook code in t0 is a hook (design, section 5)
  // Speed switches, which change no cycle.
  bool decode_cache = true;  // keep decoded instructions
  bool fast = true;          // execute whole blocks where memory can be touched directly
  bool translate = true;     // and translate hot ones, where the host can
  std::uint16_t hot = 64;    // a block that was entered so often is hot; at least 1
  // The address of `tohost`: a store of a non-zero word there ends the run.
  std::optional<std::uint32_t> tohost;
  TimingProfile timing;
};

enum class Stop {
  Budget,         // the given cycle was reached
  DeviceAccess,   // a device was accessed: its next event may have moved
  Waiting,        // in wfi, and no enabled interrupt is pending
  Breakpoint,     // at a breakpoint, before its instruction
  Watchpoint,     // before an instruction whose access hits one: watchpoint_hit()
  Halted,         // final: jumps to itself with interrupts off
  UnhandledTrap,  // final: an exception with no handler to go to
  AssertFailed,   // final: the assert hook's condition is zero
  AssumeFailed,   // final: the assume hook's condition is zero
  HookError,      // final: a hook was called with impossible arguments
  ToHost,         // final: the word stored to `tohost` is tohost_value()
};

class ConcreteHart : public HartCore<ConcreteHart, isa::ConcreteValues> {
 public:
  using Word32 = isa::Bits<32>;
  struct UnhandledTrap {
    isa::Exception cause;
    std::uint32_t value;  // mtval
  };

  // `bus` must outlive the hart. `inputs` may be null.
  ConcreteHart(HartConfig config, Bus& bus, InputSource* inputs = nullptr);

  // Executes until `until_cycle` has been reached or something stops it earlier. A stop is always between two
  // instructions; the last may end beyond until_cycle. At or beyond it nothing is done, no interrupt taken: events of
  // that cycle come first. At a breakpoint, and before an access that hits a watchpoint, it stops, unless it did so
  // there the last time: then it goes on.
  Stop run(std::uint64_t until_cycle);

  // Executes one instruction (or enters one interrupt handler), whatever the cycle, and whether there is a breakpoint.
  Stop step();

  // The same, but stops at a breakpoint or before a watchpoint as run() does.
  Stop step_to_breakpoint();

  // Moves time forward while waiting or halted; `cycle` must not be in the past.
  void skip_to(std::uint64_t cycle);

  void set_direct_memory(DirectMemory memory);
  // Called by whoever else writes memory that may hold code (loader, DMA).
  void discard_decoded();

  // How far the run is: how many times an instruction retired or a handler was entered. step() adds one, unless the
  // hart waits or is at a final stop. The same run is in the same state at the same position (while it waits, the cycle
  // may differ).
  std::uint64_t position() const { return state_.retired + state_.traps; }

  // Everything a hart is between two instructions. A restored hart goes on exactly as the saved one did, if memory and
  // everything outside are what they were. Who looks at it stays. restore() forgets what was decoded, and which
  // breakpoint was passed. Not from within run() or step().
  struct Checkpoint {
    ArchitecturalState<isa::ConcreteValues> state;
    bool stopping;
    Stop stop;
    UnhandledTrap unhandled_trap;
    std::uint32_t tohost_value;
    std::string hook_error;
  };
  Checkpoint save() const;
  void restore(const Checkpoint& checkpoint);
  // After a final stop: the next run() executes again what made it, which somebody may have changed meanwhile.
  void retry() { stopping_ = false; }

  // --- For those who look (hart/observer.h). Not from within run() or step(). Observers are not owned.
  void observe(Observer& observer) { observation_.observe(observer); }
  void forget(Observer& observer) { observation_.forget(observer); }
  void set_breakpoint(std::uint32_t address);
  void clear_breakpoint(std::uint32_t address);
  void set_watchpoint(Watchpoint watchpoint) { observation_.set_watchpoint(watchpoint); }
  void clear_watchpoint(Watchpoint watchpoint) { observation_.clear_watchpoint(watchpoint); }
  const WatchpointHit& watchpoint_hit() const { return watchpoint_hit_; }
  // Whether the next instruction, if it is executed, hits a watchpoint. Like RISC-V's own triggers, and as GDB expects
  // it of them, watchpoints are looked at before the access.
  std::optional<WatchpointHit> coming_hit();
  // While re-executing what has been seen: breakpoints and watchpoints stay set, and stop nothing.
  void ignore_breakpoints(bool ignore) { observation_.ignore_breakpoints(ignore); }
  // The next run() does not stop at a breakpoint right here.
  void pass_here() {
    if (passed_ != Place{position(), state_.pc}) pass(false);
  }

  ArchitecturalState<isa::ConcreteValues>& state() { return state_; }
  const ArchitecturalState<isa::ConcreteValues>& state() const { return state_; }
  const TimingProfile& timing() const { return config_.timing; }
  const UnhandledTrap& unhandled_trap() const { return unhandled_trap_; }
  std::uint32_t tohost_value() const { return tohost_value_; }
  const std::string& hook_error() const { return hook_error_; }

  // --- isa::Hart.
  isa::ConcreteValues& values() { return values_; }
  std::optional<bool> branch(isa::Bits<1> condition) { return condition.raw != 0; }
  std::optional<std::uint32_t> resolve(Word32 word) { return word.raw; }
  template <unsigned W>
  std::optional<isa::Bits<W>> load(Word32 address);
  template <unsigned W>
  bool store(Word32 address, isa::Bits<W> value);
  std::optional<Word32> load_for_store(std::uint32_t address);
  bool environment_call();

  // --- HartCore.
  bool can_fetch(std::uint32_t address) const { return in_ram(address, 4); }
  bool peek(std::uint32_t address, std::optional<isa::Instruction>& instruction);
  std::optional<std::uint32_t> latency(Word32 cycles, std::uint32_t) { return cycles.raw; }
  std::uint32_t ram_base() const { return config_.ram_base; }
  std::uint32_t ram_size() const { return config_.ram_size; }
  void unhandled_trap(isa::Exception cause, Word32 value);
  void interrupts_changed() { limit_ = 0; }

 private:
  struct Place {
    std::uint64_t position;
    std::uint32_t pc;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::uint32_t kPageBytes = 4096;
  struct DecodedPage {
    static constexpr std::uint32_t kSlots = kPageBytes / isa::kInstructionAlignment;
    static std::uint32_t slot_of(std::uint32_t offset) { return offset % kPageBytes / isa::kInstructionAlignment; }
    std::array<isa::Instruction, kSlots> slots;
    std::array<bool, kSlots> valid{};
  };

  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - config_.ram_base;
    return config_.ram_size >= size && offset <= config_.ram_size - size;
  }
  // The host's bytes of a direct access, or null.
  std::uint8_t* direct(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - direct_.base;
    return offset <= direct_last_ && direct_.size >= size && offset <= direct_.size - size ? direct_.bytes + offset
                                                                                           : nullptr;
  }
  void stop(Stop reason) {
    stop_ = reason;
    stopping_ = true;
    limit_ = 0;
  }
  void prepare_fast_loop();
  void stop_fast_loop(std::uint32_t address, bool stop);
  template <bool kTranslates>
  void run_blocks();  // fast_loop.cpp
  const isa::Instruction* fetch();
  void drop_decoded_pages();
  const isa::Instruction* fetch_uncached(std::uint32_t pc);
  std::optional<std::uint32_t> code_at(std::uint32_t address);
  void execute_one();
  void execute(const isa::Instruction* instruction);  // null: the fetch failed
  // The same with observers, breakpoints and watchpoints.
  bool at_new_breakpoint();
  void pass(bool watchpoint) {
    passed_ = Place{position(), state_.pc};
    passed_watchpoint_ = watchpoint;
  }
  Stop run_observed(std::uint64_t until_cycle);
  Stop step_observed();
  void execute_one_observed();
  void accessed(MemoryAccess::Kind kind, std::uint32_t address, unsigned size, std::uint32_t value);
  std::optional<std::uint32_t> bus_read(std::uint32_t address, unsigned size);
  bool bus_write(std::uint32_t address, unsigned size, std::uint32_t value);
  void written(std::uint32_t address, unsigned size, std::uint32_t value);
  using HookCall = isa::HookCall<Word32>;
  // Hooks. The first is whether the call names a register; if not, it stops the run.
  bool names_a_register(const HookCall& call);
  void require_register(const HookCall& call, Stop otherwise);
  void make_register_symbolic(const HookCall& call);
  void make_symbolic(std::uint32_t address, std::uint32_t size);

  HartConfig config_;
  Bus& bus_;
  InputSource* inputs_;
  isa::ConcreteValues values_;
  ArchitecturalState<isa::ConcreteValues> state_;
  DirectMemory direct_;
  std::uint32_t direct_last_ = 0;
  std::uint64_t limit_ = 0;  // the loop runs while cycles < limit_; 0 makes it look around
  bool stopping_ = false;
  Stop stop_ = Stop::Budget;
  isa::Instruction uncached_;
  std::vector<std::unique_ptr<DecodedPage>> decoded_;  // by page of RAM
  std::vector<std::uint32_t> live_pages_;              // those that are not null
  std::unique_ptr<CodeCache> code_;                    // of the fast loop; null if it cannot run
  std::unique_ptr<Translator> translator_;             // null if there is none
  bool discard_pending_ = false;
  UnhandledTrap unhandled_trap_{};
  std::uint32_t tohost_value_ = 0;
  std::string hook_error_;
  Observation observation_;
  bool observed_ = false;           // during a run: tell observation_ of accesses
  std::optional<Place> passed_;     // where run() has stopped at a breakpoint
  bool passed_watchpoint_ = false;  // and at a watchpoint
  WatchpointHit watchpoint_hit_{};
};

}  // namespace janus::hart
