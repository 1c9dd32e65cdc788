// The interface of everything that watches a concrete hart run: a tracer, a profiler, a coverage collector, a debugger.
//
// A hart may have several observers, and calls them in the order in which they were attached. The calls do not depend
// on the budgets of run(), on direct memory or on caching. An observer must not change the hart, nor attach or detach
// observers. While an observer is attached, the hart runs its observed loop, which is slower; cycles are the same.
#pragma once

#include <cstdint>

#include "hart/architectural_state.h"
#include "isa/instruction.h"
#include "isa/values.h"

namespace janus::hart {

// One load or store of data that succeeded. An atomic memory operation is a load and a store. Fetches are not reported,
// and a refused access is reported as a trap. `value` is zero-extended.
struct MemoryAccess {
  enum class Kind : std::uint8_t { Load, Store };
  Kind kind;
  std::uint8_t size;  // bytes: 1, 2 or 4
  bool device;        // not memory
  std::uint32_t address;
  std::uint32_t value;
};

class Observer {
 public:
  using State = ArchitecturalState<isa::ConcreteValues>;

  virtual ~Observer() = default;

  // An instruction is about to execute; `state.pc` is its address, `state.cycles` the cycle it begins at.
  virtual void before(const isa::Instruction& instruction, const State& state) {}
  // The instruction that before() announced has executed. `state` is the state after it: state.pc is the next
  // instruction's address. `retired` is false if the instruction trapped (trapped() has been called) or ended the run.
  virtual void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {}
  // Between before() and after(), in program order.
  virtual void accessed(const MemoryAccess& access) {}
  // A hook put a symbolic input into memory: `size` bytes at `address`. Between before() and after().
  virtual void received_input(std::uint32_t address, std::uint32_t size) {}
  // An exception or an interrupt has entered its handler: `state` has mepc, mcause and mtval, and state.pc is the
  // handler's address. For an exception, this call comes right before after(). Interrupts are taken between
  // instructions. A fetch that fails traps without before() and after().
  virtual void trapped(const State& state) {}
};

}  // namespace janus::hart
