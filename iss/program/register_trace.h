// What registers hold at an instruction, read off the code that leads there within its function.
//
// Steps back are counted, and what they cannot reach is not known.
#pragma once

#include <cstdint>
#include <optional>

#include "program/control_flow_graph.h"

namespace janus::program {

class RegisterTrace {
 public:
  static constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
  static constexpr unsigned kMaxWay = 256;        // instructions on a straight way
  static constexpr unsigned kMaxQuestion = 4096;  // steps for one constant

  // `graph` must outlive it, and may grow. At most `steps` steps for all questions.
  RegisterTrace(const ControlFlowGraph& graph, std::uint32_t steps) : graph_(graph), steps_(steps) {}

  // Instructions by the graph's numbers. The value of a register before one, if it is the same on all ways there.
  std::optional<std::uint32_t> constant(std::uint32_t number, std::uint8_t reg) { return constant(number, reg, 0); }
  // The instruction that wrote the register, if only one way leads from there.
  std::uint32_t definition(std::uint32_t number, std::uint8_t reg, unsigned way = kMaxWay);
  // The only one that comes before without being a call of this function, or kNone.
  std::uint32_t predecessor(std::uint32_t number);
  // Whether the register may hold something else after the instruction than before.
  static bool changes(const isa::Instruction& i, std::uint8_t reg);
  // Of steps that are left.
  bool spend(std::uint32_t steps);

 private:
  std::optional<std::uint32_t> constant(std::uint32_t number, std::uint8_t reg, unsigned depth);
  std::optional<std::uint32_t> result(std::uint32_t number, std::uint8_t reg, unsigned depth);

  const ControlFlowGraph& graph_;
  std::uint32_t steps_;
};

}  // namespace janus::program
