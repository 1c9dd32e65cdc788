// What the detectors of memory know (hart/shadow.h) of the generic state of a loop (loop_prover.h). A proof holds for
// the detectors as well if every state at the head knows what the generic state knows, and if no instruction of the
// generic run knows less than it would in a state with numbers. This says whether that is so, and answers no where it
// would take more than a comparison: where a pointer moves, and where memory is accessed at an address that depends on
// inputs if something is known of what is there.
//
// Not thread-safe.
#pragma once

#include <cstdint>

#include "engine/state/locations.h"
#include "engine/state/technique.h"
#include "hart/detectors.h"

namespace janus::engine {

class GenericShadow {
 public:
  // Both references must outlive the object.
  GenericShadow(const hart::Detectors& detectors, const Locations& locations)
      : detectors_(detectors), locations_(locations) {}

  // Gives the location any value, which is no pointer. `live`: the registers that are live at the state's pc. False if
  // a pointer would be lost.
  bool generalize(ExecutionState& state, const Location& location, term::Term any, std::uint32_t live) const;
  // Whether what counts is known of `now`, which is back at the head, just as of `generic`. Ignores the accesses that
  // were noted.
  bool same(const ExecutionState& now, const ExecutionState& generic, std::uint32_t live) const;
  // Whether less may be known after an instruction that `state` has executed than after the same with a number as its
  // address.
  bool loses_by(const ExecutionState& state, const ExecutedInstruction& executed) const;

 private:
  bool asks_what_is_defined() const { return detectors_.has(hart::Detector::uninitialised); }
  std::uint32_t read(std::uint32_t live) const;
  bool loses_by_load(const ExecutionState& state, const isa::Instruction& i, const MemoryAccess& access) const;
  bool loses_by_store(const ExecutionState& state, const isa::Instruction& i, const MemoryAccess& access) const;
  static bool loses_by_sum(const ExecutionState& state, const isa::Instruction& i);
  bool knows_something(const Shadow& shadow, const MemoryAccess& access) const;

  const hart::Detectors& detectors_;
  const Locations& locations_;
};

// To change. The state may share it with others.
Shadow& own_shadow_of(ExecutionState& state);

}  // namespace janus::engine
