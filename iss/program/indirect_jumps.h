// Where jumps through registers go, as far as the code says so: constants (a far call, or a long `tail`), and the jump
// tables that GCC makes of `switch`, with absolute or relative entries:
//
//   bltu  bound, index, default      or bgeu, either way round; or andi index, x, mask
//   slli  offset, index, 2
//   add   place, table, offset       table is lui or auipc, and addi, possibly far from here
//   lw    target, 0(place)
//   add   target, target, table      if entries are relative
//   jalr  zero, 0(target)
//
// A table is believed only if each entry that the bound allows is in the image, and leads to a multiple of 4 in the
// code of the same function: up to the size of its symbol, or to the next function. All or nothing. Bounds are
// those of the code known when the jump is found: a way around one that only its own targets open is not seen.
//
// Cost: bounded by kMaxSteps steps back through the code for a whole program; jumps that come after are not resolved.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::program {

struct JumpTargets {
  bool table = false;                    // else one constant
  std::vector<std::uint32_t> addresses;  // sorted, each once
};

struct IndirectJumps {
  static constexpr std::uint32_t kMaxSteps = 1U << 24;
  static constexpr std::uint32_t kMaxEntries = 4096;  // of a table

  // By the graph's numbers.
  std::unordered_map<std::uint32_t, JumpTargets> targets;
  // Instructions that take the address of a function, for someone to call: by its symbol, or to write it to mtvec.
  std::unordered_map<std::uint32_t, std::uint32_t> taken;
};

// Adds what they lead to, to the graph. `image` is the graph's.
IndirectJumps resolve_indirect_jumps(ControlFlowGraph& graph, const support::FirmwareImage& image);

}  // namespace janus::program
