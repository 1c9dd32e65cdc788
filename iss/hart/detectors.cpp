#include "hart/detectors.h"

namespace janus::hart {

Detectors detectors_for(const support::FirmwareImage& image, std::optional<std::uint32_t> stack_limit) {
  Detectors detectors;
  detectors.read_only = image.read_only();
  detectors.executable = image.executable();
  detectors.stack_limit = stack_limit;
  for (const char* name : {"__stack_limit", "__StackLimit", "__heap_end"}) {
    if (!detectors.stack_limit) detectors.stack_limit = image.symbol(name);
  }
  return detectors;
}

}  // namespace janus::hart
