// Where an indirect jump of a firmware may lead: to an instruction that the control-flow graph knows, in an executable
// section. A jump whose target an input can choose, and that may lead elsewhere, gives the input control of the program.
#pragma once

#include <cstdint>
#include <optional>

#include "program/control_flow_graph.h"
#include "support/firmware_image.h"

namespace janus::program {

class JumpTargets {
 public:
  // `image` must outlive the object. The graph is made when it is first needed.
  explicit JumpTargets(const support::FirmwareImage& image) : image_(image) {}

  const std::vector<support::AddressRange>& executable() const { return image_.executable(); }
  // Whether a jump to `target` is one that the program makes. Code that memory only gets while the program runs is not
  // known.
  bool knows(std::uint32_t target) {
    const auto& ranges = executable();
    if (std::none_of(ranges.begin(), ranges.end(), [=](const auto& range) { return range.contains(target); })) {
      return false;
    }
    if (!graph_) graph_.emplace(image_);
    return graph_->number_of(target) != ControlFlowGraph::kNone;
  }

 private:
  const support::FirmwareImage& image_;
  std::optional<ControlFlowGraph> graph_;
};

}  // namespace janus::program
