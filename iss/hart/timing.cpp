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

// Whether an instruction writes a register that a jalr right behind it may wait for.
bool may_feed_jump(const isa::Instruction& i) {
  return i.opcode != Opcode::Illegal && isa::row(i.opcode).writes_rd && isa::control(i.opcode) == isa::Control::Next;
}

std::uint32_t stall(const TimingProfile& profile, const isa::Instruction& i, const isa::Instruction& next) {
  const std::uint8_t result = isa::written_register(i);
  const bool uses = result != 0 && isa::reads_register(next, result);
  const TimingClass behind = isa::timing_class(next);
  std::uint32_t use = uses ? use_stall(profile, i) : 0;
  if (uses && behind == TimingClass::JumpRegister && may_feed_jump(i)) use += profile.jump_register_use;
  const bool busy = isa::timing_class(i) == TimingClass::Multiply &&
                    (behind == TimingClass::Multiply || behind == TimingClass::Divide);
  return busy ? std::max(use, profile.multiply_busy) : use;
}

std::uint32_t csr_cycles(const TimingProfile& profile, const isa::Instruction& i) {
  const bool writes = isa::writes_csr(i);
  const auto found =
      std::ranges::find_if(profile.csrs, [&](const CsrTiming& csr) { return csr.contains(i.immediate); });
  if (found != profile.csrs.end()) return writes ? found->write : found->read;
  return writes && profile.csr_write ? profile.csr_write : profile.of(TimingClass::Csr);
}

// The cycles of an instruction that its opcode and its immediate alone decide.
std::uint32_t cycles_by_encoding(const TimingProfile& profile, const isa::Instruction& i) {
  const TimingClass timing = isa::timing_class(i);
  const bool by_constant = shifts_by_constant(i.opcode);
  if (timing == TimingClass::Csr) return csr_cycles(profile, i);
  if (profile.fence_i && i.opcode == Opcode::fence_i) return profile.fence_i;
  if (profile.mret && i.opcode == Opcode::mret) return profile.mret;
  if (profile.multiply_high && timing == TimingClass::Multiply && i.opcode != Opcode::mul) return profile.multiply_high;
  const bool shifts = by_constant || shifts_by_register(i.opcode);
  const std::uint32_t cycles = profile.shift && shifts ? profile.shift : profile.of(timing);
  if (!by_constant || !profile.shift_step) return cycles;
  return cycles + i.immediate / profile.shift_step + i.immediate % profile.shift_step;
}

}  // namespace

const TimingRegion* TimingProfile::region_of(std::uint32_t address) const {
  const auto found = std::find_if(regions.begin(), regions.end(),
                                  [address](const TimingRegion& region) { return region.contains(address); });
  return found == regions.end() ? nullptr : &*found;
}

bool TimingProfile::looks_at_fetches() const {
  return icache.geometry.exists() || prefetch.exists() ||
         std::any_of(regions.begin(), regions.end(), [](const TimingRegion& region) { return region.fetch != 0; });
}

std::uint32_t static_cycles(const TimingProfile& profile, const isa::Instruction& instruction,
                            const std::optional<isa::Instruction>& next) {
  const std::uint32_t cycles = cycles_by_encoding(profile, instruction);
  return next ? cycles + stall(profile, instruction, *next) : cycles;
}

bool looks_behind(const TimingProfile& profile, const isa::Instruction& instruction) {
  return use_stall(profile, instruction) != 0 || (profile.jump_register_use != 0 && may_feed_jump(instruction)) ||
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
  std::uint32_t classes =
      profile.csrs.empty() && profile.csr_write == 0 ? 0 : 1U << static_cast<unsigned>(TimingClass::Csr);
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
  return profile.prefetch.exists() || profile.energy.given || overlaps_ram(profile, ram_base, ram_size);
}

}  // namespace janus::hart
