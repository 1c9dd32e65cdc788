// In what the states of two concrete harts differ, for tests that compare loops.
#pragma once

#include <fmt/format.h>

#include <string>

#include "hart/architectural_state.h"
#include "isa/values.h"

namespace janus::testing {

// Empty if they do not differ.
inline std::string state_difference(const hart::ArchitecturalState<isa::ConcreteValues>& x,
                                    const hart::ArchitecturalState<isa::ConcreteValues>& y) {
  for (unsigned i = 0; i < 32; ++i) {
    if (x.x[i].raw != y.x[i].raw) return fmt::format("x{}: 0x{:x}, 0x{:x}", i, x.x[i].raw, y.x[i].raw);
  }
  if (x.pc != y.pc) return fmt::format("pc: 0x{:x}, 0x{:x}", x.pc, y.pc);
  if (x.cycles != y.cycles) return fmt::format("cycles: {}, {}", x.cycles, y.cycles);
  if (x.retired != y.retired) return fmt::format("instructions: {}, {}", x.retired, y.retired);
  if (x.mstatus != y.mstatus || x.mepc != y.mepc || x.mcause != y.mcause || x.mtval != y.mtval) return "CSRs";
  if (x.mie != y.mie || x.mtvec != y.mtvec || x.mscratch != y.mscratch) return "CSRs";
  if (x.reserved != y.reserved || (x.reserved && x.reservation != y.reservation)) return "the reservation";
  if (!(x.fetch_buffer == y.fetch_buffer)) return "the prefetcher";
  if (x.energy != y.energy) return fmt::format("energy: {}, {}", x.energy, y.energy);
  return x.icache != y.icache || x.dcache != y.dcache ? "caches" : "";
}

}  // namespace janus::testing
