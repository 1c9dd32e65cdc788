// Random programs for the comparison with QEMU: RV32IMA, Zba, Zbb, Zbs, Zbkb and Zicsr, loads and stores at any
// alignment, forward branches, machine and user mode, exceptions and interrupts. The programs run inside harness.S,
// which says which registers they may use.
//
// The programs raise software, timer and external interrupts themselves: by a store to msip, by a store of a past time
// to mtimecmp, and by enabling the UART's transmitter-empty interrupt (the transmitter is always empty). So the time of
// an interrupt does not depend on a clock, whatever is enabled at that time.
//
// Not compared, because two correct machines may differ:
//  - counters, time, identification registers, misa, and the bits of mie and mip that only QEMU's core has;
//  - mstatus.MPP after a write of a value other than machine and user mode (any legal value may result);
//  - the time at which a timer interrupt arrives, except one that wfi waits for;
//  - mtval of a breakpoint, which may be the address or zero (harness.S clears it);
//  - sc.w to another address than lr.w's (the size of a reservation is free), or misaligned (QEMU checks the
//  reservation
//    first, and then fails instead of trapping);
//  - mepc written with its low two bits set (which of them are writable is free);
//  - access faults of accesses that cross the end of memory.
//
// Not compared, because QEMU 7.2 is wrong (tests/isa/ checks these against the manual):
//  - mtval of a misaligned jal or branch: QEMU leaves an address of its translated block there instead of the target
//    (harness.S clears it);
//  - misaligned AMOs: QEMU reports cause 4, a load, instead of 6, "Store/AMO address misaligned";
//  - mstatus.MPRV: mret to user mode does not clear it;
//  - a PLIC completion while the device's line is still high: QEMU's gateway does not forward the interrupt again;
//  - a PLIC claim of a source that the threshold masks: QEMU returns 0;
//  - the time at which a change of the PLIC's enable bits takes effect: QEMU evaluates them only at another change;
//  - the priorities of interrupts without AIA (qemu_test.cpp).
#pragma once

#include <cstdint>
#include <vector>

namespace janus::testing {

// The addresses that mtvec may contain: the two tables of harness.S.
struct TrapHandlers {
  std::uint32_t plain, nesting;
};

// A program of about `instructions` instructions. It ends in machine mode, by running past its last instruction. The
// same seed gives the same program.
std::vector<std::uint32_t> random_program(std::uint64_t seed, unsigned instructions, const TrapHandlers& handlers);

}  // namespace janus::testing
