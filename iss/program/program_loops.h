// The loops of a whole firmware, by the addresses of their instructions.
//
// These are the loops of the static control-flow graph, within functions: a loop contains its calls, but not the called
// code. Cost: that of loop_forest.h, once, in the constructor.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "program/control_flow_graph.h"
#include "program/loop_forest.h"

namespace janus::program {

class ProgramLoops {
 public:
  using LoopNumber = std::uint32_t;
  static constexpr LoopNumber kNone = kNoNode;

  // `image` must outlive this object.
  explicit ProgramLoops(const support::FirmwareImage& image);

  // The loop whose header is the instruction at an address, or kNone.
  LoopNumber headed_by(std::uint32_t address) const {
    const std::uint32_t number = graph_.number_of(address);
    return number == ControlFlowGraph::kNone ? kNone : headed_[number];
  }
  bool contains(LoopNumber loop, std::uint32_t address) const {
    const std::uint32_t number = graph_.number_of(address);
    return number != ControlFlowGraph::kNone && forest_.contains(loop, number);
  }
  // Of its instructions, those of inner loops included; the header is the first.
  std::vector<std::uint32_t> addresses(LoopNumber loop) const;
  // Whether the loop can be entered elsewhere than at its header.
  bool irreducible(LoopNumber loop) const { return forest_.loops()[loop].irreducible; }
  // The registers that the loop's own instructions write: bit r for x[r]. Registers that called code writes are not
  // included.
  std::uint32_t written_registers(LoopNumber loop) const;
  // The registers from which it is computed how long the loop goes on, or a loop around it, and where the loop accesses
  // memory; bit r for x[r]. Not what goes through memory.
  std::uint32_t steering_registers(LoopNumber loop) const;

 private:
  std::uint32_t sources_of(LoopNumber loop, const std::unordered_map<std::uint32_t, std::uint32_t>& read,
                           std::uint32_t place) const;

  ControlFlowGraph graph_;
  LoopForest forest_;               // of the graph's numbers, and a root in front of all functions
  std::vector<LoopNumber> headed_;  // by the graph's numbers
};

}  // namespace janus::program
