// The cycle model: what each instruction costs on a simple in-order core.
//
// The cost of an instruction is a sum:
//
//  - the *static* part, known from its encoding and from the next word in memory: its class, a shift by a constant, a
//    stall of its successor;
//  - a part that depends on the values of its operands: a serial shifter or divider;
//  - a part for a transfer of control: a taken branch, a trap;
//  - a part for the memory that it accesses.
//
// The cost never depends on how the simulator executes the instruction: simulated time and mcycle are the same under
// every speed switch.
//
// If an instruction waits for its predecessor's result, the stall is charged to the predecessor. When the predecessor
// executes, the model looks at the word behind it in memory, even if another instruction is executed next. So this
// stall is static, too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hart/cache_model.h"
#include "isa/instruction.h"

namespace janus::hart {

// Simulated time in picoseconds, which is also SystemC's default resolution. It has 128 bits, so that every cycle and
// every value of mtime has a time: 2^64 ps are only 213 days.
__extension__ using Picoseconds = unsigned __int128;

// mtime and the time CSR count at 10 MHz, as on QEMU's virt board, unless the platform says otherwise. Picoseconds.
inline constexpr std::uint64_t kMtimePeriod = 100'000;
// The mtime at a time, if it began at 0 and was never written.
constexpr std::uint64_t mtime_at(Picoseconds time, std::uint64_t period = kMtimePeriod) {
  if (time >> 64 == 0) [[likely]]
    return static_cast<std::uint64_t>(time) / period;
  return static_cast<std::uint64_t>(time / period);
}

// A range of addresses with a name that a profile may use: where a device is, for example.
struct NamedRegion {
  std::string_view name;
  std::uint32_t base, size;  // bytes
};

// What accesses to a range of addresses cost. An access belongs to the region of its first byte.
struct TimingRegion {
  std::string name;
  std::uint32_t base = 0, size = 0;  // bytes
  std::uint32_t cycles = 0;          // each load or store, in place of `memory` or `device`
  std::uint32_t fetch = 0;           // each instruction fetched; of a prefetcher, each word

  bool contains(std::uint32_t address) const { return address - base < size; }
  bool overlaps(std::uint32_t other, std::uint32_t bytes) const {
    return bytes != 0 && size != 0 && (base - other < bytes || other - base < size);
  }
};

// What accesses to CSRs of consecutive numbers cost, in place of `csr` and `csr_write`.
struct CsrTiming {
  std::uint16_t first = 0, last = 0;
  std::uint32_t read = 0, write = 0;  // cycles of an instruction that only reads, and of one that writes

  bool contains(std::uint32_t number) const { return first <= number && number <= last; }
};

// A cache in front of RAM. A hit costs nothing beyond the instruction's class. A miss costs `miss` plus the cost of the
// access without the cache.
struct CacheTiming {
  CacheGeometry geometry;
  std::uint32_t miss = 0;
  // For data caches only. Write-through: a store costs the same as without the cache, and brings no line in. Otherwise
  // (write-back), a store uses the cache as a load does, and replacing a line that was written to costs `write_back`.
  bool write_through = false;
  std::uint32_t write_back = 0;
};

// A prefetcher in front of the memory of instructions (hart/fetch_buffer.h).
struct PrefetchTiming {
  std::uint32_t words = 0;  // of the buffer, of 4 bytes each, at least 2; 0: there is no prefetcher
  std::uint32_t wait = 0;   // wait states of each word, in cycles; a region's `fetch` is added to it
  bool shared = false;      // with loads and stores

  bool exists() const { return words != 0; }
};

// What instructions and accesses cost in energy, in femtojoules. Energies are counted as cycles are: of an instruction,
// also if it traps.
struct EnergyTable {
  std::array<std::uint32_t, isa::kTimingClasses> classes{};
  std::uint32_t memory = 0;              // added to each load or store of RAM; an atomic operation is both
  std::uint32_t device = 0;              // the same for a device
  std::uint32_t cycle = 0;               // each cycle
  std::optional<std::uint32_t> waiting;  // each cycle in wfi; nothing: as `cycle`
  bool given = false;                    // by the profile

  // Of time that passes without instructions. At most 2^62.
  std::uint64_t of_pause(std::uint64_t cycles, bool in_wfi) const {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    const std::uint64_t each = in_wfi ? waiting.value_or(cycle) : cycle;
    return each != 0 && cycles > kMost / each ? kMost : each * cycles;
  }
};

// Cycles per instruction class, and what is added to them. Immutable once made; share freely. Every instruction costs
// at least a cycle, so that simulated time always moves on. docs/guide.md has the text form.
struct TimingProfile {
  std::string name = "default";
  std::string source = "default";  // the name or path that load_timing_profile() was given
  std::uint64_t clock_hz = 100'000'000;
  std::uint64_t mtime_period = kMtimePeriod;  // picoseconds; the platform sets it, not the profile
  std::array<std::uint32_t, isa::kTimingClasses> cycles = {1, 3, 34, 1, 1, 1, 2, 2, 1, 2, 1, 1};
  std::uint32_t taken_branch = 2;  // added to a conditional branch that is taken
  std::uint32_t memory = 1;        // added to each load or store of RAM
  std::uint32_t device = 4;        // the same for a device
  std::uint32_t trap = 3;          // entering a handler; for an exception, added to the instruction that raises it
  std::optional<std::uint32_t> illegal_instruction;  // trap, of an illegal instruction; nothing: as trap
  std::optional<std::uint32_t> interrupt;            // trap, of an interrupt; nothing: as trap
  // Added to a load or store whose bytes do not all lie in one aligned word: the core accesses memory twice.
  std::uint32_t misaligned = 0;

  // By encoding: cycles that replace the class's cycles. 0: the class's cycles.
  std::uint32_t shift = 0;          // sll, srl, sra and their immediate forms
  std::uint32_t multiply_high = 0;  // mulh, mulhsu, mulhu
  std::uint32_t fence_i = 0;
  std::uint32_t mret = 0;
  std::uint32_t csr_write = 0;  // an instruction that writes a CSR, whether or not it reads it
  std::vector<CsrTiming> csrs;  // disjoint; exceptions from `csr` and `csr_write`

  // By the next word in memory: stalls if that instruction reads the result.
  std::uint32_t load_use = 0;
  std::optional<std::uint32_t> narrow_load_use;  // load_use of bytes and halfwords; nothing: as load_use
  std::uint32_t multiply_use = 0;
  std::uint32_t csr_use = 0;
  std::uint32_t jump_register_use = 0;  // a jalr right behind that takes its target from the result; besides the others
  std::uint32_t multiply_busy = 0;      // a multiplication stalls a multiplication or division right behind it

  // By the values of operands. 0: no such dependence.
  std::uint32_t shift_step = 0;                   // a serial shifter's places per cycle; the rest is one by one
  std::uint32_t multiply_per_bit = 0;             // mul: for each significant bit of rs2
  std::uint32_t divide_per_dividend_bit = 0;      // for each significant bit of the dividend's magnitude
  std::uint32_t divide_per_divisor_zero_bit = 0;  // for each leading zero of the divisor's magnitude
  // Of a negative divisor b, the leading zeros of ~b less one count, in place of those of -b.
  bool divide_complement = false;
  std::uint32_t divide_by_zero = 0;  // cycles of a division by zero, in place of all others

  std::vector<TimingRegion> regions;  // disjoint
  CacheTiming icache, dcache;
  PrefetchTiming prefetch;  // only without an instruction cache; shared only without a data cache
  EnergyTable energy;

  std::uint32_t of(isa::TimingClass timing) const { return cycles[static_cast<std::size_t>(timing)]; }
  std::uint32_t interrupt_cycles() const { return interrupt.value_or(trap); }
  std::uint64_t period() const { return 1'000'000'000'000ULL / clock_hz; }  // picoseconds
  Picoseconds time_at(std::uint64_t cycle) const { return Picoseconds{cycle} * period(); }
  std::uint64_t mtime_at(std::uint64_t cycle) const { return hart::mtime_at(time_at(cycle), mtime_period); }
  // The first cycle at or after `time`; the largest number if that is 2^63 or later: no hart gets there, and sums of
  // cycles do not overflow.
  std::uint64_t cycle_at(Picoseconds time) const {
    if (time >> 63 == 0) [[likely]] {
      const auto short_time = static_cast<std::uint64_t>(time);
      return short_time / period() + (short_time % period() != 0);
    }
    const Picoseconds cycle = time / period() + (time % period() != 0);
    return cycle >> 63 == 0 ? static_cast<std::uint64_t>(cycle) : ~std::uint64_t{0};
  }

  const TimingRegion* region_of(std::uint32_t address) const;
  // What is added to an access for its address.
  std::uint32_t misaligned_cycles(std::uint32_t address, std::uint32_t bytes) const {
    return (address & 3) + bytes > 4 ? misaligned : 0;
  }
  // Wait states of a word of instructions, with a prefetcher.
  std::uint32_t fetch_wait(std::uint32_t address) const {
    const TimingRegion* const region = regions.empty() ? nullptr : region_of(address);
    return prefetch.wait + (region ? region->fetch : 0);
  }
  // Whether a data access may cost something other than `memory` or `device`.
  bool looks_at_addresses() const {
    return dcache.geometry.exists() || !regions.empty() || misaligned != 0 || prefetch.shared;
  }
  // Whether a fetch may cost something.
  bool looks_at_fetches() const;
};

// The static part of an instruction's cost. `next` is the next instruction in memory, if that is in RAM; it matters
// only if looks_behind(). Not included: `memory`, `taken_branch`, and what operands, addresses and caches add.
std::uint32_t static_cycles(const TimingProfile& profile, const isa::Instruction& instruction,
                            const std::optional<isa::Instruction>& next);
bool looks_behind(const TimingProfile& profile, const isa::Instruction& instruction);

// Whether the cost depends on the values of operands, by OperandCycles (hart/operand_cycles.h).
bool depends_on_operands(const TimingProfile& profile, const isa::Instruction& instruction);

// Bit c is set if the cost of an instruction of class c may differ from the class's cycles.
std::uint32_t detailed_classes(const TimingProfile& profile);

// Whether only the plain loop knows what instructions cost. True if there are regions inside of RAM, a prefetcher, or
// energies.
bool needs_plain_loop(const TimingProfile& profile, std::uint32_t ram_base, std::uint32_t ram_size);

// Whether accesses to two places in RAM may cost different numbers of cycles. True if there are a data cache or regions
// inside of RAM.
bool tells_memory_apart(const TimingProfile& profile, std::uint32_t ram_base, std::uint32_t ram_size);

// The key of a class of instructions in the text form.
std::string_view timing_class_key(isa::TimingClass timing);

// Parses the text form. Throws support::InputError naming `origin` and the line. The text may give cycles to the
// `known` regions by their names.
TimingProfile parse_timing_profile(std::string_view text, const std::string& origin,
                                   std::span<const NamedRegion> known = {});

// The built-in profile of that name, else the profile in the file at that path. Throws support::InputError.
TimingProfile load_timing_profile(const std::string& name_or_path, std::span<const NamedRegion> known = {});

// The names of the built-in profiles (hart/profiles), sorted.
std::vector<std::string> built_in_timing_profiles();

}  // namespace janus::hart
