// Detectors: what is no exception for RISC-V, but a mistake of the firmware. Each is a condition in front of an
// instruction, written once over a hart and its values, as the semantics are; so a detector has the same findings on
// the concrete and on the symbolic hart. A detector remembers nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "isa/hart_concept.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "support/firmware_image.h"

namespace janus::hart {

enum class Detector : std::uint8_t {
#define DETECTOR(name, Reason, text, help) name,
#include "hart/detectors.def"
#undef DETECTOR
};

struct DetectorRow {
  Detector detector;
  std::string_view name, text, help;
};
inline constexpr auto kDetectors = std::to_array<DetectorRow>({
#define DETECTOR(name, Reason, text, help) {Detector::name, #name, text, help},
#include "hart/detectors.def"
#undef DETECTOR
});
constexpr const DetectorRow& row(Detector detector) { return kDetectors[static_cast<std::size_t>(detector)]; }

// Which detectors are on, and what they know of the firmware.
struct Detectors {
  std::uint32_t on = 0;  // bit n: the n-th row
  std::vector<support::AddressRange> read_only, executable;
  std::optional<std::uint32_t> stack_limit;  // the lowest address of the stack

  bool any() const { return on != 0; }
  bool has(Detector detector) const { return on >> static_cast<unsigned>(detector) & 1; }
  void add(Detector detector) { on |= 1U << static_cast<unsigned>(detector); }
  void remove(Detector detector) { on &= ~(1U << static_cast<unsigned>(detector)); }
};

// What is to be known of an image. `stack_limit` replaces what the image's symbols say: __stack_limit, __StackLimit or
// __heap_end, whichever there is. No detector is on yet.
Detectors detectors_for(const support::FirmwareImage& image, std::optional<std::uint32_t> stack_limit);

namespace detail {

// Whether [address, address + bytes) has a byte in one of the ranges. `bytes` is at least 1.
template <class H>
auto overlaps(H& hart, typename H::template Word<32> address, std::uint32_t bytes,
              const std::vector<support::AddressRange>& ranges) {
  auto& v = hart.values();
  auto found = v.template constant<1>(0);
  for (const support::AddressRange& range : ranges) {
    const auto offset = v.sub(address, v.template constant<32>(range.first - (bytes - 1)));
    found = v.bit_or(found, v.ult(offset, v.template constant<32>(range.size + bytes - 1)));
  }
  return found;
}

// Only an instruction that lowers sp across the limit: an operating system's tasks have their stacks elsewhere.
template <class H>
auto exhausts_stack(H& hart, const isa::Instruction& i, const Detectors& detectors) {
  auto& v = hart.values();
  const bool adds = i.opcode == isa::Opcode::addi, subtracts = i.opcode == isa::Opcode::sub;
  if (!(adds || subtracts) || i.rd != isa::kSp || i.rs1 != isa::kSp || !detectors.stack_limit)
    return v.template constant<1>(0);
  const auto limit = v.template constant<32>(*detectors.stack_limit);
  const auto before = hart.get(isa::kSp);
  const auto after = adds ? v.add(before, v.template constant<32>(i.immediate)) : v.sub(before, hart.get(i.rs2));
  return v.bit_and(v.bit_not(v.ult(before, limit)), v.ult(after, limit));
}

}  // namespace detail

// Whether a detector reports the instruction that the hart is about to execute at its pc. Changes nothing.
template <class H>
typename H::template Word<1> reports(Detector detector, H& hart, const isa::Instruction& i,
                                     const Detectors& detectors) {
  auto& v = hart.values();
  const auto no = v.template constant<1>(0), yes = v.template constant<1>(1);
  const isa::MemoryUse use = i.opcode == isa::Opcode::Illegal ? isa::MemoryUse{} : isa::memory_use(i.opcode);
  const auto address = [&] { return v.add(hart.get(i.rs1), v.template constant<32>(i.immediate)); };
  switch (detector) {
    case Detector::code: {
      const std::uint32_t pc = hart.pc();
      for (const support::AddressRange& range : detectors.executable) {
        if (range.contains(pc))
          return use.stores ? detail::overlaps(hart, address(), use.bytes, detectors.read_only) : no;
      }
      return yes;
    }
    case Detector::stack: return detail::exhausts_stack(hart, i, detectors);
    case Detector::misaligned:
      if (use.bytes < 2) return no;
      return v.bit_not(v.eq(v.bit_and(address(), v.template constant<32>(use.bytes - 1)), v.template constant<32>(0)));
    case Detector::division: return isa::is_division(i) ? v.eq(hart.get(i.rs2), v.template constant<32>(0)) : no;
  }
  return no;
}

}  // namespace janus::hart
