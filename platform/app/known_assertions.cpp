#include "app/known_assertions.h"

#include <algorithm>
#include <map>
#include <optional>

#include "isa/hooks.h"
#include "isa/image_code.h"
#include "isa/predicates.h"

namespace janus::app {
namespace {

// What t0 has in front of each instruction of a function, wherever that is the same number on all ways through the
// function. A call leaves nothing of it.
class HookNumbers {
 public:
  HookNumbers(const isa::ImageCode& code, const support::Symbol& function) : code_(code), function_(function) {
    // What only a table or a pointer leads to is nobody's target, so it begins with nothing known.
    std::uint32_t length = 0;
    for (std::uint32_t at = 0; at < function.size; at += length) {
      const std::uint32_t pc = function.address + at;
      const auto instruction = code.at(pc);
      length = instruction ? instruction->length : 2;
      if (instruction && !numbers_.contains(pc)) lead(pc, std::nullopt);
      follow();
    }
  }

  std::vector<std::uint32_t> hooks(isa::HookCode wanted) const {
    std::vector<std::uint32_t> found;
    for (const auto& [pc, number] : numbers_) {
      if (number == static_cast<std::uint32_t>(wanted) && is_hook(pc)) found.push_back(pc);
    }
    return found;
  }

 private:
  bool is_hook(std::uint32_t pc) const {
    return pc >= function_.address + 4 && code_.at(pc)->opcode == isa::Opcode::ecall &&
           code_.word(pc - 4) == isa::kHookMarker;
  }

  void lead(std::uint32_t to, std::optional<std::uint32_t> number) {
    if (to - function_.address >= function_.size || !code_.at(to)) return;
    const auto [place, is_new] = numbers_.try_emplace(to, number);
    if (!is_new && (!place->second || place->second == number)) return;
    if (!is_new) place->second.reset();
    waiting_.push_back(to);
  }

  void follow() {
    while (!waiting_.empty()) {
      const std::uint32_t pc = waiting_.back();
      waiting_.pop_back();
      step(pc, *code_.at(pc), numbers_.at(pc));
    }
  }

  void step(std::uint32_t pc, const isa::Instruction& instruction, std::optional<std::uint32_t> number) {
    const std::uint32_t next = isa::next_pc(pc, instruction);
    switch (isa::control(instruction.opcode)) {
      case isa::Control::Branch:
        lead(isa::target_of(pc, instruction), number);
        lead(next, number);
        break;
      case isa::Control::Jump:
        if (instruction.rd != 0) {
          lead(next, std::nullopt);
        } else {
          lead(isa::target_of(pc, instruction), number);
        }
        break;
      case isa::Control::JumpRegister:
        if (instruction.rd != 0) lead(next, std::nullopt);
        break;
      case isa::Control::CallsEnvironment: lead(next, is_hook(pc) ? number : std::nullopt); break;
      case isa::Control::Next:
        if (isa::written_register(instruction) == isa::kT0) {
          const bool loads = instruction.opcode == isa::Opcode::addi && instruction.rs1 == 0;
          number = loads ? std::optional(static_cast<std::uint32_t>(instruction.immediate)) : std::nullopt;
        }
        lead(next, number);
        break;
      case isa::Control::Traps:
      case isa::Control::ReturnsFromTrap: break;
    }
  }

  const isa::ImageCode& code_;
  const support::Symbol& function_;
  std::map<std::uint32_t, std::optional<std::uint32_t>> numbers_;  // nothing: not known, or not the same on all ways
  std::vector<std::uint32_t> waiting_;
};

std::vector<std::uint32_t> hooks_in(const support::FirmwareImage& image, isa::HookCode wanted) {
  const isa::ImageCode code(image);
  std::vector<std::uint32_t> found;
  for (const support::Symbol& symbol : image.symbols()) {
    if (!symbol.is_function) continue;
    const std::vector<std::uint32_t> here = HookNumbers(code, symbol).hooks(wanted);
    found.insert(found.end(), here.begin(), here.end());
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
