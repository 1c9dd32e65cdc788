// What is known of jumps through registers (indirect_jumps.h finds it).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace janus::program {

struct JumpTargets {
  bool table = false;                    // whether the targets come from a table; else there is one constant target
  std::vector<std::uint32_t> addresses;  // sorted, each once
};

struct IndirectJumps {
  static constexpr std::uint32_t kMaxSteps = 1U << 24;
  static constexpr std::uint32_t kMaxEntries = 4096;  // of a table

  // By the graph's numbers.
  std::unordered_map<std::uint32_t, JumpTargets> targets;
  // Instructions that take the address of a function that may be called later, and the address: it is that of a
  // function symbol, or it is written to mtvec.
  std::unordered_map<std::uint32_t, std::uint32_t> taken;
  // Functions whose address stands in the image's data, as in a table of commands or of virtual functions: aligned
  // words that are the address of a function symbol. Sorted, each once. Those of resolved_graph() alone.
  std::vector<std::uint32_t> stored;
};

}  // namespace janus::program
