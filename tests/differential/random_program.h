// Random programs for the comparison with QEMU: RV32IMA and Zicsr, loads and stores at any alignment, forward branches,
// and traps. The words run inside harness.S, which says what registers they may use.
//
// Exempt, because two right machines may differ there:
//  - counters, time, identification registers, and reads of mstatus, misa, mie and mip (QEMU's core has more
//  extensions);
//  - mtval of a breakpoint, which may be the address or zero (harness.S clears it);
//  - sc.w to another address than lr.w's (how large a reservation is, is free), or misaligned (QEMU checks the
//    reservation first, and then fails instead of trapping);
//  - mepc written with its low two bits set: which of them can be, is free;
//  - access faults of accesses that reach over the end of memory.
//
// Exempt, because QEMU 7.2 is wrong (tests/isa/ checks these against the manual):
//  - mtval of a misaligned jal or branch: QEMU leaves an address of its translated block there instead of the target
//    (harness.S clears it);
//  - misaligned AMOs: QEMU reports cause 4, a load, instead of 6, "Store/AMO address misaligned".
#pragma once

#include <cstdint>
#include <vector>

namespace janus::testing {

// About `instructions` instructions that end by falling off their end; the same seed gives the same words.
std::vector<std::uint32_t> random_program(std::uint64_t seed, unsigned instructions);

}  // namespace janus::testing
