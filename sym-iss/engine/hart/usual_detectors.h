// The detectors of memory on the instructions that a program consists of, for the symbolic hart: where nothing but what
// is loaded, stored or computed depends on inputs, a few comparisons replace the rules (hart/loop_detectors.h). For one
// hart, which runs one state after the other. Not thread-safe.
#pragma once

#include <cstdint>

#include "engine/hart/symbolic_hart.h"
#include "hart/detector_tables.h"
#include "hart/loop_detectors.h"

namespace janus::engine {

class UsualDetectors {
 public:
  // Both must outlive the object.
  UsualDetectors(SymbolicHart& hart, const hart::Detectors& detectors) : hart_(hart), detectors_(detectors) {}

  // Whether detectors can be asked this way at all.
  static bool suit(const SymbolicHartConfig& config) {
    return config.detectors.follows_memory() && config.detectors.unwritten == hart::Unwritten::AsItIs &&
           !(config.map && !config.map->aliases().empty());
  }

  // Another state runs from now on, or this one has changed otherwise than by instructions.
  void begin() {
    tables_.forget_noted();
    changed_ = true;
  }
  // The rules have been followed, or others have changed the shadow.
  void changed() { changed_ = true; }

  // The hart is in front of the instruction at its pc. Whether no rule reports it and after() does what follows from
  // it. `shadow` is the state's, shared with no other.
  bool before(Shadow& shadow, const isa::Instruction& instruction);
  // It has completed, without a trap.
  void after(Shadow& shadow, const isa::Instruction& instruction, std::uint32_t pc);

 private:
  using Loop = hart::LoopDetectors<SymbolicHart>;

  bool is_place(std::uint32_t pc, const Shadow& shadow) const;
  void bind(Shadow& shadow);

  SymbolicHart& hart_;
  const hart::Detectors& detectors_;
  hart::DetectorTables tables_;
  Shadow::Step step_;  // nobody follows the rules here
  std::optional<Loop> loop_;
  bool changed_ = true;
};

}  // namespace janus::engine
