// Query count estimation (QCE): how many later solver queries will depend on the value of a register or of a word of
// memory. States that differ in a value with a high count are better not merged.
//
// The estimate is static and goes backwards over the control-flow graph. Branches, jumps through registers, accesses
// through pointers and the conditions of hooks count as one query about each register they read. An instruction adds
// the count of its result to the counts of its operands, also through words of the stack at constant offsets from sp or
// s0. A call counts the queries of the called function about its arguments. There are two estimates, after
// sections 4.3.1 and 5.4.3.2 of the thesis on path explosion (Kuznetsov et al.: Efficient state merging in symbolic
// execution, PLDI 2012):
//
//   Recursive   the sum over both sides of a branch, with `kappa` iterations of each loop
//   Lattice     the maximum of both sides, at most kLatticeMaximum, iterated to a fixpoint (at most kMaxRounds)
//
// The estimate decides which states merge, and has no influence on verdicts. Cost: instructions times locations for
// each of a few rounds.
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
  static constexpr float kLatticeMaximum = 10;         // largest count of the estimate Lattice
  static constexpr std::size_t kMaxSlots = 512;        // words of stack frames with a count of their own
  static constexpr std::size_t kMaxCells = 64U << 20;  // of the table; a program that needs more is not estimated
  static constexpr int kMaxRounds = 64;

  // The constructor alone reads `image`. `kappa` is at least 1.
  QueryCounts(const support::FirmwareImage& image, QueryEstimate estimate, unsigned kappa);

  // The number of queries to come about a register, or about the word of memory at `address`, from the instruction at
  // `pc` on. `sp` and `s0` are the values of these registers in the state. The count is 0 closely below sp, where only
  // returned calls have left words, and huge if the program was not estimated.
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
  std::map<Slot, std::size_t> slots_;  // columns of the table
  std::size_t width_ = 0;              // columns: registers, one for all other memory, slots
  std::vector<float> table_;           // one row for each instruction; empty if the program was not estimated
};

}  // namespace janus::engine
