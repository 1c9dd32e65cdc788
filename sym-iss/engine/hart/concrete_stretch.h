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
// the gate, which looks at the bytes.
//
// When a stretch begins and ends depends on counted work alone, so that every run does the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "engine/state/execution_state.h"
#include "hart/concrete_hart.h"
#include "term/work_clock.h"

namespace janus::engine {

// When to try. A state that did nothing but execute instructions for a while is likely to go on so; the while becomes
// longer as stretches turn out short. Costs a comparison for every kInterval instructions.
class StretchPolicy {
 public:
  static constexpr std::uint64_t kInterval = 1024;  // instructions

  // Whether to begin a stretch now. Must be called at least wherever `retired` is a multiple of kInterval.
  bool is_due(const ExecutionState& state);
  // A stretch of `state` has ended after so many instructions, maybe only because it had to pause.
  void ended(const ExecutionState& state, std::uint64_t instructions, bool only_paused);

 private:
  static constexpr std::uint64_t kWorthwhile = 16 * kInterval;  // instructions of a stretch that pays
  static constexpr std::uint64_t kFirstPatience = 8, kMostPatience = 1024;
  // What has to happen beside the instructions until an interval counts as symbolic.
  static constexpr term::WorkClock::duration kSlack{2000};

  std::uint64_t id_ = 0, retired_ = 0;  // at the beginning of the present interval
  term::WorkClock::time_point began_{};
  std::uint64_t quiet_ = 0;  // intervals in a row without symbolic work
  std::uint64_t patience_ = kFirstPatience;
  std::uint64_t instructions_ = 0;          // of the present stretch, before its last pause
  std::optional<std::uint64_t> paused_at_;  // a stretch that was only paused goes on at once
};

class ConcreteStretch : private hart::Bus, private hart::Gate {
 public:
  struct Machine {
    std::uint32_t ram_base, ram_size;
    hart::HtifAddresses htif;
    hart::TimingProfile timing;
    std::optional<std::uint32_t> main;  // see MainCall
  };
  explicit ConcreteStretch(Machine machine);

  // Executes `state` until `retired` instructions have retired, something symbolic comes, or `*pause` (may be null)
  // becomes true. Charges the work clock. Returns whether it only paused.
  bool run(ExecutionState& state, std::uint64_t retired, const std::atomic<bool>* pause);

 private:
  using ConcreteState = hart::ArchitecturalState<isa::ConcreteValues>;
  static constexpr std::uint32_t kCodePage = hart::CodeCache::kPageBytes;

  // hart::Bus: the state's devices.
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, std::uint64_t cycle) override;
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, std::uint64_t cycle) override;
  // hart::Gate.
  bool admits(const isa::Instruction* instruction) override;
  bool admits_access(std::uint32_t address, const isa::MemoryUse& use);
  bool admits_call();

  bool prepare();
  bool can_take(const ExecutionState& state) const;
  void take(const ExecutionState& state);
  void give_back(ExecutionState& state);
  void copy_page(std::uint32_t offset, const Memory::Page* page);
  void store_page(ExecutionState& state, std::uint32_t offset);
  void note_symbolic(std::uint32_t granule, bool symbolic);
  void note_store(std::uint32_t offset);
  bool execute(ExecutionState& state, std::uint64_t retired, const std::atomic<bool>* pause);
  std::uint64_t next_event();
  void update_lines();
  // MainCall: the hart stops where `main` begins, or where it returns to, and one instruction before.
  std::optional<std::uint32_t> awaited_jump() const;
  void await_jump();
  bool arrived();
  bool in_ram(std::uint32_t address, unsigned size) const {
    const std::uint32_t offset = address - machine_.ram_base;
    return machine_.ram_size >= size && offset <= machine_.ram_size - size;
  }
  bool is_concrete(std::uint32_t address, unsigned size) const;
  bool handles_traps() const;

  struct Free {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };
  const Machine machine_;
  bool tried_ = false;
  std::unique_ptr<std::uint8_t[], Free> ram_;  // from calloc: zero, and no host memory is used until touched
  Memory snapshot_;                            // has the contents of ram_
  std::unique_ptr<hart::ConcreteHart> hart_;   // null if there is no concrete hart that is worth while
  std::vector<std::uint8_t> permissions_;      // by granule
  std::uint32_t symbolic_granules_ = 0;
  std::vector<std::uint32_t> stored_;  // pages (kCodePage) that may have been stored to since the snapshot
  ExecutionState* state_ = nullptr;    // the state that runs
  std::optional<std::uint32_t> awaited_;
  ConcreteState in_front_;  // of an instruction that may trap without a handler
};

}  // namespace janus::engine
