// Random programs for the comparison of physical memory protection with QEMU. They run inside pmp_harness.S: they write
// the PMP's registers, some entries locked, and probe the area with loads, stores, atomics and fetches, from user mode
// and from machine mode with and without mstatus.MPRV.
//
// Not compared, because two correct machines may differ: misaligned accesses over the edge of a region; the reserved
// permission W without R; addresses beyond 32 bits.
//
// Not compared, because QEMU 7.2 is wrong: a TOR entry that ends at address 0; access faults of AMOs, which QEMU
// reports as faults of loads (pmp_harness.S logs both alike). QEMU also keeps a page's permissions too long (in its
// TLB) and forgets that a TOR entry begins at the address of the entry before, so all configurations are written again
// before each probe. Without mmu=false, QEMU checks a fetch up to the end of the page.
#pragma once

#include <cstdint>
#include <vector>

#include "support/firmware_image.h"

namespace janus::testing {

std::vector<std::uint32_t> random_protection(std::uint64_t seed, unsigned probes,
                                             const support::FirmwareImage& harness);

}  // namespace janus::testing
