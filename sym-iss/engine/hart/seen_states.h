// States of an exploration with symbolic time, for its reduction: a path that comes to a state which another path was
// in before has the same future, so it need not go on (decision record 33).
//
//   arrival, handler, instruction
//   instruction, arrival, handler
//                                    the same state, if handler and instruction do not interact
//
// Equal states are equal in everything that the future depends on. Three things the future rarely depends on, though it
// may: how much time has passed, what calls and handlers have left behind in the stack, and what the last handler has
// left in mepc, mcause and mtval. States that differ in one of these count as equal until a path looks at it (saw()).
// From then on they do not, and the paths that were ended in the meantime begin again: must_restart().
//
// Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

class SeenStates {
 public:
  enum class Rarely : std::uint8_t { Clock, Stack, TrapCsrs };
  static constexpr std::size_t kRarely = 3;

  // `interrupts` must outlive the object.
  SeenStates(const std::vector<SymbolicInterrupt>& interrupts, std::uint32_t ram_base)
      : interrupts_(interrupts), ram_base_(ram_base) {}

  enum class Seen { No, OnThisPath, OnAnother };
  // `state` is at an instruction boundary, before any interrupt is decided there. If it was seen, its path must end.
  Seen look(const ExecutionState& state);
  // From now on `state` was seen. Its path must go on.
  void keep(const ExecutionState& state);

  // A path depends on it, behind what it has kept so far.
  void saw(Rarely what);
  // Whether paths have to be explored again since the last call: from the first state on.
  bool must_restart() { return std::exchange(must_restart_, false); }

 private:
  static constexpr std::size_t kMost = 1U << 16;  // states that are kept; the oldest are forgotten
  static constexpr std::size_t kMostAlike = 32;   // that are compared
  struct Kept;
  struct Differences;

  static std::uint64_t key_of(const ExecutionState& state);
  bool is_same(const ExecutionState& state, const Kept& kept, Differences& found) const;
  bool is_covered(const PathArrivals& now, const Kept& kept, std::uint64_t cycle) const;
  bool same_memory(const ExecutionState& state, const Kept& kept, Differences& found) const;
  bool same_shadow(const ExecutionState& state, const Kept& kept, Differences& found) const;

  const std::vector<SymbolicInterrupt>& interrupts_;
  const std::uint32_t ram_base_;
  std::unordered_map<std::uint64_t, std::vector<std::shared_ptr<const Kept>>> kept_;
  std::deque<std::uint64_t> order_;               // keys, the oldest first
  std::uint64_t sequence_ = 0;                    // of events
  std::array<std::uint64_t, kRarely> seen_at_{};  // when a path last depended on it
  std::array<bool, kRarely> leant_on_{};          // a path was ended although it differed in this
  std::array<bool, kRarely> strict_{};
  bool must_restart_ = false;
};

}  // namespace janus::engine
