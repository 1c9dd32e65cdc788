// The cycle model: what each instruction costs on a simple in-order core.
//
// The cost of an instruction depends on its timing class, on whether it transferred control, and on whether it touched
// memory or a device; never on how the simulator happens to execute it. Simulated time and mcycle follow from it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "isa/instruction.h"

namespace janus::hart {

// Simulated time in picoseconds, which is also SystemC's default resolution. 2^64 ps are 213 days.
using Picoseconds = std::uint64_t;

// mtime and the time CSR count at 10 MHz, as on QEMU's virt board.
inline constexpr Picoseconds kMtimePeriod = 100'000;

// Cycles per instruction class, and what is added to them. Immutable once made; share freely.
//
// The text form has one `key = value` a line and `#` comments. Keys: name; clock_hz (must divide 10^12); alu, multiply,
// divide, load, store, branch, jump, jump_register, csr, atomic, fence, system; and the additions taken_branch (a
// conditional branch that is taken), memory (each access to RAM), device (each access to a device), trap (an exception
// or interrupt taken). A key that is not given keeps the value of the built-in profile.
struct TimingProfile {
  std::string name = "default";
  std::string source = "default";  // what load_timing_profile() was given to get it
  std::uint64_t clock_hz = 100'000'000;
  std::array<std::uint32_t, isa::kTimingClasses> cycles = {1, 3, 34, 1, 1, 1, 2, 2, 1, 2, 1, 1};
  std::uint32_t taken_branch = 2;
  std::uint32_t memory = 1;
  std::uint32_t device = 4;
  std::uint32_t trap = 3;

  std::uint32_t of(isa::TimingClass timing) const { return cycles[static_cast<std::size_t>(timing)]; }
  Picoseconds period() const { return 1'000'000'000'000ULL / clock_hz; }
  Picoseconds time_at(std::uint64_t cycle) const { return cycle * period(); }
  std::uint64_t mtime_at(std::uint64_t cycle) const { return time_at(cycle) / kMtimePeriod; }
  // The first cycle at or after `time`.
  std::uint64_t cycle_at(Picoseconds time) const { return time / period() + (time % period() != 0); }
};

// Parses the text form; throws support::InputError naming `origin` and the line.
TimingProfile parse_timing_profile(std::string_view text, const std::string& origin);

// The profile of that name built in ("default"), else the file of that path. Throws support::InputError.
TimingProfile load_timing_profile(const std::string& name_or_path);

}  // namespace janus::hart
