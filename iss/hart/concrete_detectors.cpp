// What the concrete hart asks detectors (hart/detector_rules.h).
#include <bit>
#include <cstring>

#include "hart/concrete_hart.h"
#include "hart/detector_rules.h"

namespace janus::hart {

// Stops in front of the instruction if a detector reports it.
bool ConcreteHart::detects(const isa::Instruction& instruction) {
  for (std::uint32_t left = may_report(instruction, config_.detectors, state_.pc); left != 0; left &= left - 1) {
    const auto detector = static_cast<Detector>(std::countr_zero(left));
    if (reports(detector, *this, instruction, config_.detectors).raw == 0) continue;
    detected_ = detector;
    stop(Stop::Detected);
    return true;
  }
  return false;
}

bool ConcreteHart::is_reported(Detector detector, const isa::Instruction& instruction) {
  if (shadow_) shadow_->arrive(*this, config_.detectors);
  return reports(detector, *this, instruction, config_.detectors).raw != 0;
}

std::optional<isa::Bits<32>> ConcreteHart::word_in_memory(std::uint32_t address) const {
  const std::uint8_t* const bytes = direct(address, 4);
  if (!bytes) return std::nullopt;
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return isa::Bits<32>{word};
}

}  // namespace janus::hart
