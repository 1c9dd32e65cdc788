// A gate: what a hart asks before each instruction that its fast loop leaves to the plain loop.
//
// So an owner can lend the state of another machine to a concrete hart (engine/hart/concrete_stretch.h): the hart runs
// at full speed, and stops in front of what it must not do. The fast loop executes only what needs registers and RAM;
// accesses to devices and stores that are to be asked about (ConcreteHart::ask_before_stores()) are among the rest.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace janus::hart {

class Gate {
 public:
  virtual ~Gate() = default;
  // Whether the hart may execute the instruction at the pc. Null: the fetch failed. If not, the run stops in front of
  // the instruction, with Stop::Gate.
  virtual bool admits(const isa::Instruction* instruction) = 0;
  // What detectors ask and tell (hart/detector_rules.h): whether the access at `pc` was inside of the object on another
  // path; that it was on this one.
  virtual bool is_inside_elsewhere(std::uint32_t, std::uint32_t) { return false; }
  virtual void noted_inside(std::uint32_t, std::uint32_t) {}
  // The access at `pc` leaves the object, and `bounds` does not report that: nothing tells that it is meant for the
  // object. It would, perhaps, if it were known which words depend on inputs.
  virtual void left_unreported(std::uint32_t, std::uint32_t) {}
};

}  // namespace janus::hart
