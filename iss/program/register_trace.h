// What registers hold at an instruction, read off the code that leads there within its function.
//
// The number of steps back is limited. A value that takes more steps is not known.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::program {

class RegisterTrace {
 public:
  static constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
  static constexpr unsigned kMaxWay = 256;        // instructions on a straight way
  static constexpr unsigned kMaxQuestion = 4096;  // steps for one constant

  // `graph` must outlive the trace, and may grow. All questions together take at most `steps` steps. `marked_hooks`
  // says whether an `ecall` behind isa::kHookMarker is a hook, which changes only a register that it names; every other
  // `ecall` may change any register.
  RegisterTrace(const ControlFlowGraph& graph, std::uint32_t steps, bool marked_hooks = false)
      : graph_(graph), steps_(steps), marked_hooks_(marked_hooks) {}

  // From now on, ways through these instructions, by number, do not count: control does not get to the next one.
  void leave_out(std::vector<bool> instructions);

  // Instructions are given by the graph's numbers. The value of a register before an instruction, if it is the same
  // constant on all ways there.
  std::optional<std::uint32_t> constant(std::uint32_t number, std::uint8_t reg) { return constant(number, reg, 0); }
  // The instruction that wrote the register last, if only one way leads from there to instruction `number`; else kNone.
  std::uint32_t definition(std::uint32_t number, std::uint8_t reg, unsigned way = kMaxWay);
  // The only instruction that leads to this one other than by a call, or kNone.
  std::uint32_t predecessor(std::uint32_t number);
  // Whether the register may hold something else after the instruction than before.
  bool changes(std::uint32_t number, std::uint8_t reg);
  // Takes `steps` from the steps that are left. False if there are not enough.
  bool spend(std::uint32_t steps);

 private:
  std::optional<std::uint32_t> constant(std::uint32_t number, std::uint8_t reg, unsigned depth);
  std::optional<std::uint32_t> result(std::uint32_t number, std::uint8_t reg, unsigned depth);

  // Calls visit(source, call) for each edge that leads to an instruction and counts, until a call returns false.
  // Returns whether all calls returned true.
  template <class Visitor>
  bool each_way(std::uint32_t number, Visitor visit) const {
    return graph_.each_incoming(number, [&](std::uint32_t source, bool call) {
      const bool counts = call || source >= left_out_.size() || !left_out_[source];
      return !counts || visit(source, call);
    });
  }
  std::uint32_t changed_by_ecall(std::uint32_t number);
  std::uint32_t named_by_hook(std::uint32_t number);

  const ControlFlowGraph& graph_;
  std::uint32_t steps_;
  const bool marked_hooks_;
  std::vector<bool> left_out_;                              // instructions, by number
  std::unordered_map<std::uint32_t, std::uint32_t> hooks_;  // the registers that each marked `ecall` may change
  std::vector<std::uint32_t> found_hooks_;                  // in the order of questions; a failed one ends its part
  std::uint32_t hooks_edges_ = 0;                           // the size of the graph that hooks_ is about
  unsigned asking_hooks_ = 0;                               // questions about hooks in progress
};

}  // namespace janus::program
