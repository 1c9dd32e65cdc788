#include "app/known_assertions.h"

#include <algorithm>

#include "isa/hooks.h"
#include "isa/image_code.h"
#include "isa/predicates.h"

namespace janus::app {
namespace {

std::vector<std::uint32_t> hooks_in(const support::FirmwareImage& image, isa::HookCode code_of_hook) {
  const isa::ImageCode code(image);
  std::vector<std::uint32_t> found;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function) continue;
    std::uint32_t number = 0;  // in t0, 0 if unknown, as the code in front loads it, without a jump between
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < symbol.size; at += length) {
      const std::uint32_t pc = symbol.address + at;
      const auto instruction = code.at(pc);
      length = instruction ? instruction->length : 2;
      if (!instruction || isa::control(instruction->opcode) != isa::Control::Next) {
        const bool is_hook = instruction && instruction->opcode == isa::Opcode::ecall && at >= 4 &&
                             code.word(pc - 4) == isa::kHookMarker;
        if (is_hook && number == static_cast<std::uint32_t>(code_of_hook)) found.push_back(pc);
        if (!is_hook) number = 0;
        continue;
      }
      if (isa::written_register(*instruction) != isa::kT0) continue;
      const bool loads = instruction->opcode == isa::Opcode::addi && instruction->rs1 == 0;
      number = loads ? static_cast<std::uint32_t>(instruction->immediate) : 0;
    }
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::uint32_t> assertions_in(const support::FirmwareImage& image) {
  return hooks_in(image, isa::HookCode::Assert);
}
std::vector<std::uint32_t> assumptions_in(const support::FirmwareImage& image) {
  return hooks_in(image, isa::HookCode::Assume);
}

}  // namespace janus::app
