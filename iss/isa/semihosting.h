// Semihosting, an interface between firmware and the host of a simulator or a debugger ("RISC-V Semihosting", which
// takes the calls of Arm's "Semihosting for AArch32 and AArch64"). A call is three instructions of 32 bits in a row:
//
//   slli x0, x0, 0x1f
//   ebreak                 a0: the call, a1: its argument
//   srai x0, x0, 7         a0: the answer; no other register changes
//
// Any other `ebreak` is a breakpoint, a trap.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/image_code.h"

namespace janus::isa {

inline constexpr std::uint32_t kSemihostingBefore = 0x01f0'1013, kSemihostingBehind = 0x4070'5013;

enum class SemihostingCall : std::uint32_t {
#define SEMIHOSTING(name, code, words) name = code,
#include "isa/semihosting.def"
#undef SEMIHOSTING
};

struct SemihostingRow {
  SemihostingCall call;
  std::uint8_t words;  // that the call reads from its block
};
inline constexpr SemihostingRow kSemihostingCalls[] = {
#define SEMIHOSTING(name, code, words) {SemihostingCall::name, words},
#include "isa/semihosting.def"
#undef SEMIHOSTING
};

constexpr std::optional<SemihostingRow> semihosting_call(std::uint32_t code) {
  for (const SemihostingRow& row : kSemihostingCalls) {
    if (static_cast<std::uint32_t>(row.call) == code) return row;
  }
  return std::nullopt;
}

// Whether the instruction at an address of an image, an `ebreak`, calls the host.
inline bool calls_host(const ImageCode& code, std::uint32_t address) {
  return code.word(address) == 0x0010'0073U && code.word(address - 4) == kSemihostingBefore &&
         code.word(address + 4) == kSemihostingBehind;
}

// Whether there is such a sequence anywhere in the image. Linear in its size.
bool uses_semihosting(const support::FirmwareImage& image);

}  // namespace janus::isa
