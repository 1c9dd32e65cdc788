// The hook ABI: what an `ecall` asks of Janus, by its code in t0. See docs/hooks.md and sw/include/janus.h.
#pragma once

#include <cstdint>

namespace janus::isa {

enum class HookCode : std::uint32_t {
  Assert = 1,
  Assume = 2,
  MakeRegisterSymbolic = 3,
  MakeMemorySymbolic = 4,
  MakeNamedMemorySymbolic = 5,
};

// The largest input one hook can ask for; more is taken for a mistake in the firmware.
inline constexpr std::uint32_t kMaxInputBytes = 1U << 20;

}  // namespace janus::isa
