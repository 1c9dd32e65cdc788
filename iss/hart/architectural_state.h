// The state of a hart between two instructions, for any kind of values. It is a plain record; a path that forks copies
// its record.
#pragma once

#include <array>
#include <cstdint>

#include "hart/cache_model.h"
#include "hart/fetch_buffer.h"
#include "hart/pmp.h"
#include "hart/privilege.h"
#include "isa/values.h"

namespace janus::hart {

// mstatus, mie/mip and mcountinhibit bits (Volume II, sections 3.1.6, 3.1.9, 3.1.12).
namespace status {
inline constexpr std::uint32_t kMie = 1U << 3, kMpie = 1U << 7, kMpp = 3U << 11, kMprv = 1U << 17, kTw = 1U << 21;
}
namespace interrupt {
inline constexpr std::uint32_t kSoftware = 3, kTimer = 7, kExternal = 11;  // bit numbers, and causes
inline constexpr std::uint32_t kAll = 1U << kSoftware | 1U << kTimer | 1U << kExternal;
}  // namespace interrupt

// A 64-bit counter that follows a clock, may be written, and may be stopped (mcountinhibit).
struct Counter {
  bool stopped = false;
  std::uint64_t base = 0;  // the counter's value if it is stopped; else the value minus the clock

  std::uint64_t at(std::uint64_t clock) const { return stopped ? base : clock + base; }
  // From `clock` on, the counter counts up from `value`.
  void write(std::uint64_t value, std::uint64_t clock) { base = stopped ? value : value - clock; }
  void stop(bool stop, std::uint64_t clock) {
    if (stop == stopped) return;
    base = stop ? clock + base : base - clock;
    stopped = stop;
  }
};

template <isa::Values V>
struct ArchitecturalState {
  using Word = typename V::template Word<32>;

  std::array<Word, 32> x{};  // x[0] stays zero
  std::uint32_t pc = 0;
  Privilege privilege = Privilege::Machine;
  bool waiting = false;  // in wfi

  std::uint32_t mstatus = 0;  // MPP resets to user
  std::uint32_t mie = 0;
  std::uint32_t mip = 0;  // the interrupt lines
  std::uint32_t mtvec = 0;
  std::uint32_t mcounteren = 0;
  Word mscratch{}, mepc{}, mcause{}, mtval{};
  PmpState pmp;

  bool reserved = false;  // lr.w's reservation
  std::uint32_t reservation = 0;

  std::uint64_t cycles = 0;   // since reset; never written or stopped by firmware
  std::uint64_t retired = 0;  // instructions since reset
  std::uint64_t traps = 0;    // exceptions and interrupts whose handlers were entered since reset
  Counter mcycle, minstret;
  std::uint64_t stretch_began = 0;  // the cycle of the last hook that began a stretch (isa/hooks.def)
  std::uint64_t mtime_offset = 0;   // mtime minus the time since reset; changes when firmware writes mtime
  CacheState icache, dcache;        // null unless the timing profile has them
  FetchBuffer fetch_buffer;         // empty unless the timing profile has a prefetcher
  std::uint64_t energy = 0;         // since reset, in femtojoules, if the timing profile has energies

  // The privilege level that loads and stores have (mstatus.MPRV; Volume II, 3.1.6.3).
  Privilege data_privilege() const {
    if (privilege == Privilege::Machine && mstatus & status::kMprv && !(mstatus & status::kMpp)) return Privilege::User;
    return privilege;
  }
  // Whether no interrupt can be taken.
  bool interrupts_off() const { return mie == 0 || (privilege == Privilege::Machine && !(mstatus & status::kMie)); }
  // Whether physical memory protection may forbid a load, a store or a fetch.
  bool is_guarded() const { return !pmp.is_open(privilege) || !pmp.is_open(data_privilege()); }
};

// The same state over other values: `convert` makes a Word of V2 of a Word of V.
template <isa::Values V2, isa::Values V, class Convert>
ArchitecturalState<V2> converted(const ArchitecturalState<V>& from, Convert&& convert) {
  // A new member of the state must be added here.
  const auto& [x, pc, privilege, waiting, mstatus, mie, mip, mtvec, mcounteren, mscratch, mepc, mcause, mtval, pmp,
               reserved, reservation, cycles, retired, traps, mcycle, minstret, stretch_began, mtime_offset, icache,
               dcache, fetch_buffer, energy] = from;
  ArchitecturalState<V2> to{.x = {},
                            .pc = pc,
                            .privilege = privilege,
                            .waiting = waiting,
                            .mstatus = mstatus,
                            .mie = mie,
                            .mip = mip,
                            .mtvec = mtvec,
                            .mcounteren = mcounteren,
                            .mscratch = convert(mscratch),
                            .mepc = convert(mepc),
                            .mcause = convert(mcause),
                            .mtval = convert(mtval),
                            .pmp = pmp,
                            .reserved = reserved,
                            .reservation = reservation,
                            .cycles = cycles,
                            .retired = retired,
                            .traps = traps,
                            .mcycle = mcycle,
                            .minstret = minstret,
                            .stretch_began = stretch_began,
                            .mtime_offset = mtime_offset,
                            .icache = icache,
                            .dcache = dcache,
                            .fetch_buffer = fetch_buffer,
                            .energy = energy};
  for (std::size_t i = 0; i < x.size(); ++i) to.x[i] = convert(x[i]);
  return to;
}

}  // namespace janus::hart
