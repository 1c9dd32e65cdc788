#include "hart/timing.h"

#include <algorithm>

#include "isa/predicates.h"

namespace janus::hart {
namespace {

using isa::Opcode;
using isa::TimingClass;

bool shifts_by_register(Opcode opcode) {
  return opcode == Opcode::sll || opcode == Opcode::srl || opcode == Opcode::sra;
}

bool shifts_by_constant(Opcode opcode) {
  return opcode == Opcode::slli || opcode == Opcode::srli || opcode == Opcode::srai;
}

bool overlaps_ram(const TimingProfile& profile, std::uint32_t base, std::uint32_t size) {
  return std::any_of(profile.regions.begin(), profile.regions.end(),
                     [&](const TimingRegion& region) { return region.overlaps(base, size); });
}

// The cycles by which an instruction stalls its successor if the successor reads its result.
std::uint32_t use_stall(const TimingProfile& profile, const isa::Instruction& i) {
  switch (isa::timing_class(i)) {
    case TimingClass::Load:
      return isa::memory_use(i.opcode).bytes == 4 ? profile.load_use
                                                  : profile.narrow_load_use.value_or(profile.load_use);
    case TimingClass::Multiply: return profile.multiply_use;
    case TimingClass::Csr: return profile.csr_use;
    case TimingClass::Alu:
    case TimingClass::Divide:
    case TimingClass::Store:
    case TimingClass::Branch:
    case TimingClass::Jump:
    case TimingClass::JumpRegister:
    case TimingClass::Atomic:
    case TimingClass::Fence:
    case TimingClass::System: return 0;
  }
  return 0;
}

std::uint32_t stall(const TimingProfile& profile, const isa::Instruction& i, const isa::Instruction& next) {
  const std::uint8_t result = isa::written_register(i);
  const std::uint32_t use = result != 0 && isa::reads_register(next, result) ? use_stall(profile, i) : 0;
  const TimingClass behind = isa::timing_class(next);
  const bool busy = isa::timing_class(i) == TimingClass::Multiply &&
                    (behind == TimingClass::Multiply || behind == TimingClass::Divide);
  return busy ? std::max(use, profile.multiply_busy) : use;
}

}  // namespace

const TimingRegion* TimingProfile::region_of(std::uint32_t address) const {
  const auto found = std::find_if(regions.begin(), regions.end(),
                                  [address](const TimingRegion& region) { return region.contains(address); });
  return found == regions.end() ? nullptr : &*found;
}

bool TimingProfile::looks_at_fetches() const {
  return icache.geometry.exists() ||
         std::any_of(regions.begin(), regions.end(), [](const TimingRegion& region) { return region.fetch != 0; });
}

std::uint32_t static_cycles(const TimingProfile& profile, const isa::Instruction& instruction,
                            const std::optional<isa::Instruction>& next) {
  std::uint32_t cycles = profile.of(isa::timing_class(instruction));
  const bool by_constant = shifts_by_constant(instruction.opcode);
  if (profile.shift && (by_constant || shifts_by_register(instruction.opcode))) cycles = profile.shift;
  if (by_constant && profile.shift_step) {
    cycles += instruction.immediate / profile.shift_step + instruction.immediate % profile.shift_step;
  }
  if (profile.multiply_high && isa::timing_class(instruction) == TimingClass::Multiply &&
      instruction.opcode != Opcode::mul) {
    cycles = profile.multiply_high;
  }
  return next ? cycles + stall(profile, instruction, *next) : cycles;
}

bool looks_behind(const TimingProfile& profile, const isa::Instruction& instruction) {
  return use_stall(profile, instruction) != 0 ||
         (profile.multiply_busy != 0 && isa::timing_class(instruction) == TimingClass::Multiply);
}

bool depends_on_operands(const TimingProfile& profile, const isa::Instruction& instruction) {
  if (shifts_by_register(instruction.opcode)) return profile.shift_step != 0;
  if (instruction.opcode == Opcode::mul) return profile.multiply_per_bit != 0;
  return isa::is_division(instruction) &&
         (profile.divide_per_dividend_bit || profile.divide_per_divisor_zero_bit || profile.divide_by_zero);
}

std::uint32_t detailed_classes(const TimingProfile& profile) {
  if (profile.looks_at_fetches()) return ~0U;
  std::uint32_t classes = 0;
  for (std::size_t opcode = 0; opcode < isa::kRows; ++opcode) {
    const isa::Instruction i{.opcode = static_cast<Opcode>(opcode)};
    isa::Instruction shifted = i;
    shifted.immediate = 31;
    if (looks_behind(profile, i) || depends_on_operands(profile, i) ||
        static_cycles(profile, shifted, std::nullopt) != profile.of(isa::timing_class(i))) {
      classes |= 1U << static_cast<unsigned>(isa::timing_class(i));
    }
  }
  return classes;
}

bool tells_memory_apart(const TimingProfile& profile, std::uint32_t ram_base, std::uint32_t ram_size) {
  return profile.dcache.geometry.exists() || overlaps_ram(profile, ram_base, ram_size);
}

bool needs_plain_loop(const TimingProfile& profile, std::uint32_t ram_base, std::uint32_t ram_size) {
  return profile.icache.geometry.exists() || tells_memory_apart(profile, ram_base, ram_size);
}

}  // namespace janus::hart
