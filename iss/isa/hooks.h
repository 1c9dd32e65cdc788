// The hook ABI: what an `ecall` asks of Janus, and with which arguments. One decoder for every hart and analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/registers.h"
#include "support/contract.h"

namespace janus::isa {

enum class HookCode : std::uint32_t {
#define HOOK(name, code, arguments) name = code,
#include "isa/hooks.def"
#undef HOOK
};

// Where a hook's arguments are.
enum class HookArguments : std::uint8_t {
  Register,     // t1 is the number of a register
  Memory,       // t1 is an address, t2 a number of bytes
  NamedMemory,  // as Memory, and t3 is the address of a name that ends with 0: see kHookName
  None,         // none that says what the hook accesses; AssertCycles reads a0 as a value
};

// The register that holds the address of a name: of an input, of what Print prints, of what Cover has reached, and the
// message of Report. A name does not change what the firmware does, so decode_hook() does not read this register; a
// caller that wants the name reads it. A name has at most kMaxHookName characters; the rest is not read.
inline constexpr std::uint8_t kHookName = kT3;
inline constexpr unsigned kMaxHookName = 64;

struct HookRow {
  HookCode code;
  HookArguments arguments;
};
inline constexpr HookRow kHooks[] = {
#define HOOK(name, code, arguments) {HookCode::name, HookArguments::arguments},
#include "isa/hooks.def"
#undef HOOK
};

// Which `ecall`s are hooks.
enum class HookRule : std::uint8_t {
  Never,
  Marked,  // those behind kHookMarker
  Always,  // those with a hook's code in t0
};
constexpr std::string_view name_of(HookRule rule) {
  switch (rule) {
    case HookRule::Never: return "never";
    case HookRule::Marked: return "marked";
    case HookRule::Always: break;
  }
  return "always";
}

// The word in memory directly in front of a marked hook: slti x0, x0, 0x4a, a hint that is reserved for custom use
// (Volume I, table 2.3). An interrupt may come between the two, so the word counts, not what was executed last.
inline constexpr std::uint32_t kHookMarker = 0x04a0'2013;

// The largest input that a hook may ask for. A larger size is treated as a mistake in the firmware.
inline constexpr std::uint32_t kMaxInputBytes = 1U << 20;

constexpr HookArguments arguments_of(HookCode code) {
  for (const HookRow& row : kHooks) {
    if (row.code == code) return row.arguments;
  }
  JANUS_REQUIRE(!"a code that stands in hooks.def");
  return HookArguments::Register;
}

// Whether the hook's answer is in a0.
constexpr bool answers_in_a0(HookCode code) {
  return code == HookCode::IsSymbolic || code == HookCode::GetValue || code == HookCode::EndStretch ||
         code == HookCode::BeginObject;
}

// The registers that the hook reads, but for the one that it names: bit r for x[r].
constexpr std::uint32_t registers_read_by(HookCode code) {
  constexpr std::uint32_t kCode = 1U << kT0, kName = 1U << kHookName;
  if (code == HookCode::AssertCycles) return kCode | 1U << kA0;
  switch (arguments_of(code)) {
    case HookArguments::Register: return kCode | 1U << kT1 | (code == HookCode::Print ? kName : 0);
    case HookArguments::Memory: return kCode | 1U << kT1 | 1U << kT2;
    case HookArguments::NamedMemory: return kCode | 1U << kT1 | 1U << kT2 | kName;
    case HookArguments::None: break;
  }
  return kCode | (code == HookCode::Report || code == HookCode::Cover ? kName : 0);
}

// Whether the hook makes the memory that its arguments name an input.
constexpr bool makes_memory_symbolic(HookCode code) {
  return code == HookCode::MakeMemorySymbolic || code == HookCode::MakeNamedMemorySymbolic;
}

constexpr bool is_hook_code(std::uint32_t code) {
  for (const HookRow& row : kHooks) {
    if (static_cast<std::uint32_t>(row.code) == code) return true;
  }
  return false;
}

// The name at an address, up to a zero byte, a byte that is not known, or kMaxHookName characters. `byte(address)`
// returns an optional byte. What is no printable character of ASCII becomes '?'.
template <class Byte>
std::string read_hook_name(std::uint32_t address, Byte&& byte) {
  std::string name;
  while (name.size() < kMaxHookName) {
    const std::optional<std::uint8_t> character = byte(address++);
    if (!character || *character == 0) break;
    name += *character >= 0x20 && *character < 0x7f ? static_cast<char>(*character) : '?';
  }
  return name;
}

// A hook with its arguments, in words of some domain of values.
template <class Word32>
struct HookCall {
  HookCode code{};
  std::uint32_t register_number = 0;  // 32 or more is a mistake in the firmware
  Word32 address{}, bytes{};

  bool names_a_register() const { return register_number < 32; }
};

// What decode_hook() found out.
template <class Word32>
struct DecodedHook {
  enum class Is : std::uint8_t {
    NoHook,
    UnknownCode,  // there is a marker, and t0 has no hook's code: a mistake in the firmware
    Unknown,      // it is not known whether this is a hook or which register it names; or the instruction was abandoned
    Hook,
  } is = Is::NoHook;
  HookCall<Word32> call{};
};

// Decodes an `ecall`, which is a hook if t0 says so, from the registers. `marked` says whether it is behind a marker.
// The hart must have values(), get(), branch() and resolve() as in the concept Hart (hart_concept.h). branch() and
// resolve() may fork, and return nothing if the answer is not known. Addresses and sizes stay unresolved.
template <class H>
auto decode_hook(H& hart, bool marked) {
  using Decoded = DecodedHook<decltype(hart.get(kT0))>;
  auto& v = hart.values();
  const auto t0 = hart.get(kT0), t1 = hart.get(kT1), t2 = hart.get(kT2);
  Decoded decoded;
  // A symbolic t0 forks into one path for each hook and one for all other values, not into 2^32 paths.
  for (const HookRow& row : kHooks) {
    const auto code = v.template constant<32>(static_cast<std::uint32_t>(row.code));
    const std::optional<bool> matches = hart.branch(v.eq(t0, code));
    if (!matches) return Decoded{Decoded::Is::Unknown};
    if (!*matches) continue;
    decoded = {Decoded::Is::Hook, {.code = row.code}};
    break;
  }
  if (decoded.is == Decoded::Is::NoHook) return marked ? Decoded{Decoded::Is::UnknownCode} : decoded;
  auto& call = decoded.call;
  if (arguments_of(call.code) == HookArguments::None) return decoded;
  if (arguments_of(call.code) != HookArguments::Register) {
    call.address = t1;
    call.bytes = t2;
    return decoded;
  }
  const std::optional<bool> valid = hart.branch(v.ult(t1, v.template constant<32>(32)));
  const std::optional<std::uint32_t> number = valid && *valid ? hart.resolve(t1) : std::nullopt;
  if (!valid || (*valid && !number)) return Decoded{Decoded::Is::Unknown};
  call.register_number = number.value_or(32);
  return decoded;
}

// The condition on the registers under which an ecall is this hook with these arguments: the inverse of decode_hook().
template <class H>
auto is_hook_call(H& hart, const HookCall<std::uint32_t>& call) {
  auto& v = hart.values();
  const auto holds = [&](std::uint8_t number, std::uint32_t value) {
    return v.eq(hart.get(number), v.template constant<32>(value));
  };
  const auto code = holds(kT0, static_cast<std::uint32_t>(call.code));
  if (arguments_of(call.code) == HookArguments::None) return code;
  if (arguments_of(call.code) == HookArguments::Register) return v.bit_and(code, holds(kT1, call.register_number));
  return v.bit_and(code, v.bit_and(holds(kT1, call.address), holds(kT2, call.bytes)));
}

}  // namespace janus::isa
