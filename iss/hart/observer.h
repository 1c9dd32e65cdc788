// Who looks at a concrete hart while it runs: a tracer, a profiler, a coverage collector, a debugger.
//
// Several may look at one hart; they are told in the order in which they were attached. What an observer is told does
// not depend on the budgets of run(), on direct memory or on caching. It must not change the hart, nor attach or detach
// anyone. While any is attached, the hart runs its observed loop, which is slower; cycles are the same.
#pragma once

#include <cstdint>

#include "hart/architectural_state.h"
#include "isa/instruction.h"
#include "isa/values.h"

namespace janus::hart {

// One load or store of data; fetches are none. An atomic memory operation is a load and a store. `value` is
// zero-extended. Only accesses that succeeded: one that is refused is a trap.
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
  // It has executed, whatever before() announced, and `state` is what follows: its pc is the next one. `retired` is
  // false if it trapped (trapped() has been called) or ended the run.
  virtual void after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {}
  // Between before() and after(), in program order.
  virtual void accessed(const MemoryAccess& access) {}
  // A hook put a symbolic input into memory: `size` bytes at `address`. Between before() and after().
  virtual void received_input(std::uint32_t address, std::uint32_t size) {}
  // An exception or an interrupt has entered its handler: `state` has mepc, mcause and mtval, and its pc is the
  // handler's. Of an exception this comes right before after(); interrupts are taken between instructions, and a fetch
  // that fails traps without before() and after().
  virtual void trapped(const State& state) {}
};

}  // namespace janus::hart
