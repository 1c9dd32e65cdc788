// Core-local interruptor: software interrupts and the timer, 64 bits at 10 MHz. Hart 0.
#ifndef JANUS_RUNTIME_CLINT_H
#define JANUS_RUNTIME_CLINT_H

#include <janus/clint.h>
#include <stdint.h>

#define CLINT_HERTZ 10000000u

// Reads the high word again, since the low word may have wrapped between the two reads.
static inline uint64_t clint_time(void) {
  uint32_t high, low;
  do {
    high = CLINT_MTIME[1];
    low = CLINT_MTIME[0];
  } while (CLINT_MTIME[1] != high);
  return (uint64_t)high << 32 | low;
}

// Sets the time of the next timer interrupt. Between the three writes the comparator is never smaller than both the old
// and the new value (RISC-V privileged specification, "Machine Timer Registers"), so no interrupt comes too early.
static inline void clint_set_timer(uint64_t time) {
  CLINT_MTIMECMP[0] = 0xffffffffu;
  CLINT_MTIMECMP[1] = (uint32_t)(time >> 32);
  CLINT_MTIMECMP[0] = (uint32_t)time;
}

#endif
