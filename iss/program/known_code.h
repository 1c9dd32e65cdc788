// Where an indirect jump of a firmware may lead: to an instruction in an executable section that the control-flow graph
// knows. The graph has the targets of jump tables, and what is reachable from each function that has a symbol. A jump
// whose target an input can choose, and that may lead elsewhere, gives the input control of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "program/control_flow_graph.h"
#include "program/indirect_jumps.h"
#include "support/firmware_image.h"

namespace janus::program {

class KnownCode {
 public:
  // `image` must outlive the object. The graph is made when it is first needed.
  explicit KnownCode(const support::FirmwareImage& image) : image_(image) {}

  const std::vector<support::AddressRange>& executable() const { return image_.executable(); }
  // Whether a jump to `target` is one that the program may make. Code that memory only gets while the program runs is
  // not known.
  bool has(std::uint32_t target) {
    return may_hold(target) && graph().number_of(target) != ControlFlowGraph::kNone;
  }
  // Whether `target` is in an executable section.
  bool may_hold(std::uint32_t target) const {
    return std::ranges::any_of(executable(), [=](const support::AddressRange& r) { return r.contains(target); });
  }

 private:
  const ControlFlowGraph& graph() {
    if (graph_) return *graph_;
    graph_.emplace(image_);
    for (const support::Symbol& symbol : image_.symbols()) {
      if (symbol.is_function) graph_->discover(symbol.address);
    }
    resolve_indirect_jumps(*graph_, image_);
    return *graph_;
  }

  const support::FirmwareImage& image_;
  std::optional<ControlFlowGraph> graph_;
};

}  // namespace janus::program
