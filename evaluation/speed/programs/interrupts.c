// Interrupts, one every few hundred instructions, into a loop that computes.
//
// The program raises them itself, so that their number does not depend on the simulator's clock, which is the host's in
// one and counts cycles in another: by turns the software interrupt, and a timer interrupt whose deadline is long over.
// What is measured so is a store to the CLINT, a trap, its handler with another store, and the return. Each interrupt
// has to arrive before the next one is raised.
#ifndef REPEAT
#define REPEAT 690
#endif
#include <clint.h>
#include <csr.h>

#include "speed.h"

#define ROUNDS 4000u
#define STEPS 64  // between two interrupts

static volatile uint32_t software, timer;

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  uint32_t cause = csr_read(mcause);
  if (cause == MCAUSE_MACHINE_SOFTWARE) {
    *CLINT_MSIP = 0;
    ++software;
  } else if (cause == MCAUSE_MACHINE_TIMER) {
    CLINT_MTIMECMP[1] = 0xffffffffu;
    ++timer;
  } else {
    __builtin_trap();
  }
}

uint32_t work(void) {
  uint32_t word = 1, late = 0;
  software = timer = 0;
  for (uint32_t n = 0; n < ROUNDS; ++n) {
    if (n % 2 == 0) {
      *CLINT_MSIP = 1;
    } else {
      CLINT_MTIMECMP[1] = 0;  // the low word has been 0 since main
    }
    for (int step = 0; step < STEPS; ++step) {  // xorshift (Marsaglia 2003)
      word ^= word << 13;
      word ^= word >> 17;
      word ^= word << 5;
    }
    late += software + timer != n + 1;
  }
  return late == 0 ? word : 0;
}

int main(void) {
  CLINT_MTIMECMP[1] = 0xffffffffu;
  CLINT_MTIMECMP[0] = 0;
  csr_write(mtvec, (uintptr_t)on_trap);
  csr_set(mie, MIE_MSIE | MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  return repeat("interrupts", 0x50894cf4u);
}
