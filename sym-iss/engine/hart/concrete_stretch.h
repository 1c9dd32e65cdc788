// Concrete stretches: a concrete hart executes a path for as long as the path touches nothing symbolic.
//
// Firmware computes concretely for most of its time: it initialises, fills tables, waits. The symbolic hart needs some
// 40 ns for an instruction, even if no term is near; the concrete hart, which runs blocks and translates them, half a
// nanosecond. So the symbolic hart lends a state to a concrete hart, which stops in front of whatever the symbolic hart
// must see: a symbolic byte, an `ecall` that may be a hook, a store to `tohost` or to the test finisher, a halt, a trap
// without a handler. Between two instructions, the state is then what the symbolic hart would have made of it.
//
// The concrete hart has a flat copy of RAM. The copy agrees with a persistent memory, the snapshot. When a state is
// taken over, only pages that its memory does not share with the snapshot are copied (sym-iss/memory); when the state
// is given back, only pages that were stored to (ConcreteHart::ask_before_stores()). While a page is symbolic
// somewhere, the fast loop looks at a permission for each 256 bytes, and leaves those that are symbolic somewhere to
// the gate, which looks at the bytes. Instructions that name a symbolic register are left to the gate, too.
//
// Detectors that follow memory are asked there as well (hart/loop_detectors.h), if their shadow can be lent. Where the
// hart would report anything, the stretch ends: the symbolic hart reports.
//
// When a stretch begins and ends depends on counted work alone, so that every run does the same.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/hart/lent_shadow.h"
#include "engine/state/execution_state.h"
#include "hart/concrete_hart.h"
#include "program/execution_counts.h"
#include "support/reserved_bytes.h"
#include "term/work_clock.h"

namespace janus::engine {

// When to try. A state that did nothing but execute instructions for a while is likely to go on so; the while becomes
// longer as stretches turn out short.
class StretchPolicy {
 public:
  // If `eager`, tries at every instruction: for tests.
  explicit StretchPolicy(bool eager = false) : eager_(eager) {}

  // Whether to begin a stretch now.
  bool is_due(const ExecutionState& state);
  // After how many instructions to ask is_due() again, at most.
  std::uint64_t next_look(const ExecutionState& state) const {
    if (eager_) return 1;
    return id_ == state.id && look_at_ > state.hart.retired ? look_at_ - state.hart.retired : window_;
  }
  // A stretch of `state` has ended after so many instructions, maybe only because it had to pause.
  void ended(const ExecutionState& state, std::uint64_t instructions, bool only_paused);

 private:
  static constexpr std::uint64_t kWorthwhile = 2048;  // instructions of a stretch that pays
  // Instructions without symbolic work before a stretch: at first, and at least and at most later.
  static constexpr std::uint64_t kFirstWindow = 8192, kLeastWindow = 64, kMostWindow = 1U << 18;

  void begin_window(const ExecutionState& state);

  bool eager_;
  std::uint64_t window_ = kFirstWindow;
  std::uint64_t id_ = ~std::uint64_t{0}, look_at_ = 0;  // the state, and where its present window ends
  term::WorkClock::time_point began_{};                 // the present window
  std::uint64_t instructions_ = 0;                      // of the present stretch, before its last pause
  std::optional<std::uint64_t> paused_at_;              // a stretch that was only paused goes on at once
};

class ConcreteStretch : private hart::Bus, private hart::Gate, private hart::ExecutionCounter {
 public:
  using SymbolicState = hart::ArchitecturalState<term::SymbolicValues>;
  struct Machine {
    std::uint32_t ram_base, ram_size;  // with a map: of its window
    std::shared_ptr<const hart::AddressMap> map;
    isa::Extensions extensions;
    hart::HtifAddresses htif;
    bool semihosting;
    hart::TimingProfile timing;
    std::optional<std::uint32_t> main;          // see MainCall
    std::vector<devices::Region> modules = {};  // whatever accesses them belongs to no stretch
    hart::Detectors detectors = {};             // lent with the state, if they follow memory
    // What they ask and tell: as hart::Gate's functions of these names.
    std::function<bool(std::uint32_t pc, std::uint32_t object)> is_inside_elsewhere = {};
    std::function<void(std::uint32_t pc, std::uint32_t object)> noted_inside = {}, left_unreported = {};
    std::uint16_t hot = hart::HartConfig{}.hot;
  };
  // Counts what is executed in `counts`, unless it is null; late, and at the latest when the object ends.
  ConcreteStretch(Machine machine, program::ExecutionCounts* counts);
  ~ConcreteStretch() override;
  // Counts elsewhere from now on, or nowhere, if it is null, unless the object never counts. Costs a walk over decoded
  // code if anything was executed since the last call.
  void count(program::ExecutionCounts* counts);
  // From now on, what was executed is counted.
  void tell_counts();

  // Executes `state` until `retired` instructions have retired, something symbolic comes, or `pause`, which is asked
  // every few milliseconds, returns true. Charges the work clock. Returns whether it only paused. With `kept`, what the
  // state was once: also stops where it may be the same again, and in front of accesses to clocks that it sees.
  bool run(ExecutionState& state, std::uint64_t retired, const SymbolicState* kept, const std::function<bool()>& pause);
  // Whether code has been met that accesses clocks, which a stretch may not have stopped in front of.
  bool may_have_seen_clocks() const { return hart_ && hart_->may_have_seen_clocks(); }
  std::uint32_t moved_handler() const { return hart_ ? hart_->moved_handler() : 0; }

 private:
  using ConcreteState = hart::ArchitecturalState<isa::ConcreteValues>;
  static constexpr std::uint32_t kCodePage = hart::CodeCache::kPageBytes;

  // hart::Bus: the state's devices.
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override;
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) override;
  // hart::ExecutionCounter.
  void executed(std::uint32_t pc, const isa::Instruction& instruction, std::uint32_t next) override;
  void executed_often(std::uint32_t pc, std::uint64_t times, std::uint64_t taken) override;
  // hart::Gate.
  bool admits(const isa::Instruction* instruction) override;
  bool is_inside_elsewhere(std::uint32_t pc, std::uint32_t object) override {
    return machine_.is_inside_elsewhere(pc, object);
  }
  void noted_inside(std::uint32_t pc, std::uint32_t object) override { machine_.noted_inside(pc, object); }
  void left_unreported(std::uint32_t pc, std::uint32_t object) override { machine_.left_unreported(pc, object); }
  bool admits_place() const;
  bool admits_access(std::uint32_t address, const isa::MemoryUse& use);
  bool admits_call();

  bool prepare();
  void take_registers(const ExecutionState& state);
  void give_back_registers(ExecutionState& state);
  bool admits_registers(const isa::Instruction& instruction);
  bool can_take(const ExecutionState& state) const;
  void take(ExecutionState& state);
  void give_back(ExecutionState& state);
  void copy_page(std::uint32_t offset, const Memory::Page* page);
  void store_page(ExecutionState& state, std::uint32_t offset);
  void note_symbolic(std::uint32_t granule, bool symbolic);
  void note_store(std::uint32_t offset);
  bool execute(std::uint64_t retired, const std::function<bool()>& pause);
  bool go_on(std::uint64_t until_cycle, std::uint64_t event);
  void charge();
  std::uint64_t next_event();
  void update_lines();
  // MainCall: the hart stops where `main` begins, or where it returns to, and one instruction before.
  std::optional<std::uint32_t> awaited_jump() const;
  bool may_lead_to(std::uint32_t pc, std::uint32_t awaited) const;
  void await_jump();
  bool is_near_awaited(std::uint32_t pc) const { return awaited_ && *awaited_ - pc <= 4; }
  bool arrived();
  // Of run(): `kept`.
  void watch_for(const SymbolicState* kept);
  bool may_be_back() const;
  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - machine_.ram_base;
    if (machine_.map && !machine_.map->has(address, size)) return false;
    return machine_.ram_size >= size && offset <= machine_.ram_size - size;
  }
  bool is_concrete(std::uint32_t address, unsigned size) const;
  bool handles_traps() const;

  const Machine machine_;
  const bool may_count_;
  program::ExecutionCounts* counts_;
  bool has_counted_ = false;  // something since tell_counts()
  bool tried_ = false;
  support::ReservedBytes ram_;
  Memory snapshot_;                           // has the contents of ram_
  std::unique_ptr<hart::ConcreteHart> hart_;  // null if there is no concrete hart that is worth while
  std::vector<std::uint8_t> permissions_;     // by granule
  std::uint32_t symbolic_granules_ = 0;
  LentShadow lent_;
  std::vector<std::uint32_t> stored_;  // pages (kCodePage) that may have been stored to since the snapshot
  // Registers, bit r for x[r]: those that are symbolic, and those that the hart asks about, which include them.
  std::uint32_t symbolic_registers_ = 0, asked_registers_ = 0;
  std::uint32_t needless_ = 0;       // questions about registers that are no longer symbolic
  std::uint64_t charged_ = 0;        // instructions retired when charge() was last called
  ExecutionState* state_ = nullptr;  // the state that runs
  std::optional<std::uint32_t> awaited_, kept_pc_;
  const SymbolicState* kept_ = nullptr;
  ConcreteState in_front_;  // of an instruction that may trap without a handler
};

}  // namespace janus::engine
