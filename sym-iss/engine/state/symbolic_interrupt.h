// Symbolic time: interrupts that may arrive at any instruction boundary of a path (--symbolic 'interrupt(timer)=3').
// What an exploration is asked for, and what a path knows of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "devices/arrivals.h"
#include "engine/state/dead_stack.h"

namespace janus::engine {

// An interrupt that may arrive at most `most` times on a path.
struct SymbolicInterrupt {
  using Window = std::pair<std::uint64_t, std::uint64_t>;  // cycles since reset, both included
  static constexpr std::uint32_t kMost = 1000;

  const devices::ArrivalRow* row;
  std::uint32_t most = 1;
  std::vector<Window> windows = {};  // only in one of these; empty: at any time

  bool is_open(std::uint64_t cycle) const {
    for (const auto& [first, last] : windows) {
      if (cycle >= first && cycle <= last) return true;
    }
    return windows.empty();
  }
  // The first window that begins after `cycle`; the largest number if there is none.
  std::uint64_t next_opening(std::uint64_t cycle) const {
    std::uint64_t next = ~std::uint64_t{0};
    for (const auto& [first, last] : windows) {
      if (first > cycle && first < next) next = first;
    }
    return next;
  }
  // Whether it cannot arrive at `cycle` or later.
  bool is_over(std::uint64_t cycle) const { return !is_open(cycle) && next_opening(cycle) == ~std::uint64_t{0}; }
};

// Where interrupts arrive: at boundaries that stand for all that make a difference (engine/hart/symbolic_time.h), or at
// every boundary.
enum class Boundaries { ThatMatter, Every };

// An interrupt that has arrived on a path. Forks share the list.
struct Arrival {
  std::shared_ptr<const Arrival> previous;
  const devices::ArrivalRow* row;
  std::uint64_t retired, cycles;  // instructions and cycles since reset, at the boundary
  std::uint32_t pc;               // of the instruction behind the boundary
};

// The part of a path.
struct PathArrivals {
  static constexpr std::size_t kMostInterrupts = 8;
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  std::array<std::uint32_t, kMostInterrupts> left{};  // how often each may still arrive
  std::shared_ptr<const Arrival> last;                // null: none
  // The boundary at which the path is, by its cycle: the interrupts before `next` have been decided.
  std::uint64_t boundary = kNowhere;
  std::uint32_t next = 0;
  // For the reduction.
  std::uint64_t traps = 0;         // of the hart, as far as they are counted in `handlers`
  std::uint32_t handlers = 0;      // that have been entered and have not returned
  std::uint32_t since_return = 0;  // boundaries since a handler has returned
  std::uint32_t pc = 0;            // at the last boundary
  std::uint8_t dead_csrs = 0;      // mepc, mcause, mtval: what a handler that has returned left in them
  DeadStack dead;
};

// The arrivals of a path in their order.
std::vector<const Arrival*> arrivals_of(const PathArrivals& path);

}  // namespace janus::engine
