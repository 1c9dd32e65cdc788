// Query count estimation (QCE): how many questions to the solver the value of a register or of a word of memory will
// have a part in from an instruction on. States that differ where many will follow are better not merged.
//
// Static, backwards over the control-flow graph: branches, jumps through registers, accesses through pointers and the
// conditions of hooks ask a question about each register they read; what an instruction computes passes its questions
// on to what it is computed from, through the stack (words at constant offsets from sp or s0) as well. A call asks what
// the called function asks of its arguments. Two estimates, after section 4.3.1 and 5.4.3.2 of the thesis on path
// explosion (Kuznetsov et al.: Efficient state merging in symbolic execution, PLDI 2012):
//
//   Recursive   the sum over both sides of a branch, with so many iterations of each loop (kappa)
//   Lattice     the larger of both sides, at most kMost, up to a fixpoint
//
// An estimate decides what is merged, never what is true. Cost: instructions times locations, in each of a few rounds.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::engine {

struct ExecutionState;

enum class QueryEstimate : std::uint8_t { Recursive, Lattice };

class QueryCounts {
 public:
  static constexpr float kMost = 10;                   // Lattice
  static constexpr std::size_t kMaxSlots = 512;        // words of stack frames; beyond, one count for all others
  static constexpr std::size_t kMaxCells = 64U << 20;  // of the table; a larger program is not estimated at all
  static constexpr int kMaxRounds = 64;

  // `image` is read here only. `kappa` is at least 1.
  QueryCounts(const support::FirmwareImage& image, QueryEstimate estimate, unsigned kappa);

  // The questions to come about a register, or about a word of memory (an address) of a state with these values of sp
  // and s0, from the instruction at `pc` on. A word below sp is nobody's.
  float of_register(std::uint32_t pc, unsigned number) const;
  float of_memory(std::uint32_t pc, std::uint32_t address, std::uint32_t sp, std::uint32_t s0) const;

 private:
  using Slot = std::pair<std::uint8_t, std::uint32_t>;  // base register, offset
  using Row = float*;

  void find_slots();
  std::size_t slot_of(std::uint8_t base, std::uint32_t offset) const;
  bool round(const std::vector<std::uint32_t>& order, QueryEstimate estimate);
  void pass_back(const isa::Instruction& instruction, std::uint32_t number, Row row) const;
  void pass_call(std::uint32_t callee, Row row) const;
  const float* row(std::uint32_t number) const { return table_.data() + std::size_t{number} * width_; }

  program::ControlFlowGraph graph_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::map<Slot, std::size_t> slots_;  // places in a row
  std::size_t width_ = 0;              // of a row: registers, all other memory, slots
  std::vector<float> table_;           // empty: not estimated
};

}  // namespace janus::engine
