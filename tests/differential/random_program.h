// Random programs for the comparison with QEMU: RV32IMA and Zicsr, loads and stores at any alignment, forward branches,
// machine and user mode, exceptions and interrupts. The words run inside harness.S, which says what registers they may
// use.
//
// Software, timer and external interrupts are raised by the programs themselves: by a store to msip, by one of a time
// that is over to mtimecmp, and by asking the UART to tell that its transmitter is empty, which it always is. So when
// they come does not depend on a clock, whatever is enabled at that time.
//
// Exempt, because two right machines may differ there:
//  - counters, time, identification registers, misa, and the bits of mie and mip that QEMU's core has beyond ours;
//  - values of mstatus.MPP other than machine and user mode, of which any legal one may be made;
//  - the time at which a timer interrupt arrives, but for one that wfi waits for;
//  - mtval of a breakpoint, which may be the address or zero (harness.S clears it);
//  - sc.w to another address than lr.w's (how large a reservation is, is free), or misaligned (QEMU checks the
//    reservation first, and then fails instead of trapping);
//  - mepc written with its low two bits set: which of them can be, is free;
//  - access faults of accesses that reach over the end of memory.
//
// Exempt, because QEMU 7.2 is wrong (tests/isa/ checks these against the manual):
//  - mtval of a misaligned jal or branch: QEMU leaves an address of its translated block there instead of the target
//    (harness.S clears it);
//  - misaligned AMOs: QEMU reports cause 4, a load, instead of 6, "Store/AMO address misaligned";
//  - mstatus.MPRV: mret to user mode does not clear it;
//  - the PLIC's completion while the device still asks: QEMU's gateway does not forward that again;
//  - the PLIC's claim of what its threshold masks: QEMU returns 0;
//  - the time at which a change of the PLIC's enable bits is seen: QEMU looks at them when something else changes;
//  - priorities of interrupts without AIA's (qemu_test.cpp).
#pragma once

#include <cstdint>
#include <vector>

namespace janus::testing {

// Where mtvec may point: the two tables of harness.S.
struct TrapHandlers {
  std::uint32_t plain, nesting;
};

// About `instructions` instructions that end by falling off their end, in machine mode; the same seed gives the same
// words.
std::vector<std::uint32_t> random_program(std::uint64_t seed, unsigned instructions, const TrapHandlers& handlers);

}  // namespace janus::testing
