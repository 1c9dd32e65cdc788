// How the symbolic hart asks detectors of memory about the instructions that a program consists of: where nothing but
// what is loaded, stored or computed depends on inputs, a few comparisons replace the rules (hart/loop_detectors.h).
// For one hart, which runs one state after the other. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/state/execution_state.h"
#include "isa/instruction.h"

namespace janus::engine {

class SymbolicHart;
struct SymbolicHartConfig;

class DetectorShortcut {
 public:
  virtual ~DetectorShortcut() = default;

  // Another state runs from now on, or this one has changed otherwise than by instructions.
  virtual void begin() = 0;
  // The rules have been followed, or others have changed the shadow.
  virtual void changed() = 0;

  // The hart is in front of the instruction at its pc. Whether no rule reports it and after() does what follows from
  // it. `shadow` is the state's, shared with no other.
  virtual bool before(Shadow& shadow, const isa::Instruction& instruction) = 0;
  // It has completed, without a trap.
  virtual void after(Shadow& shadow, const isa::Instruction& instruction, std::uint32_t pc) = 0;
};

// Null if all that the configuration asks for needs the rules. Both must outlive the result.
std::unique_ptr<DetectorShortcut> make_detector_shortcut(SymbolicHart& hart, const SymbolicHartConfig& config);

}  // namespace janus::engine
