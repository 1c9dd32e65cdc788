// The machine timer through mtvec: the hart sleeps in `wfi` between ticks.
#include <clint.h>
#include <csr.h>
#include <stdint.h>
#include <stdio.h>

#define TICKS 5u
#define PERIOD (CLINT_HERTZ / 1000u)  // 1 ms

static volatile uint32_t ticks;
static uint64_t next_tick;

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  if (csr_read(mcause) != MCAUSE_MACHINE_TIMER) __builtin_trap();
  ++ticks;
  next_tick += PERIOD;  // counted from the last deadline instead of now, so there is no drift
  clint_set_timer(next_tick);
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  uint64_t start = clint_time();
  next_tick = start + PERIOD;
  clint_set_timer(next_tick);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);

  uint32_t seen = 0;
  while (seen < TICKS) {
    // Interrupts are off, so that no tick comes between the test and `wfi`. A pending interrupt still wakes the hart.
    csr_clear(mstatus, MSTATUS_MIE);
    if (ticks == seen) __asm__ volatile("wfi");
    csr_set(mstatus, MSTATUS_MIE);
    while (seen < ticks && seen < TICKS) printf("tick %u\n", (unsigned)++seen);
  }
  csr_clear(mie, MIE_MTIE);

  int in_time = clint_time() - start >= (uint64_t)TICKS * PERIOD;
  puts(in_time ? "done, and not early" : "done too early");
  return in_time ? 0 : 1;
}
