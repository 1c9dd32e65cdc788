// Firmware that does the same again and again. CASE says for how long.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdbool.h>
#include <stdint.h>
#include <uart.h>

enum { kPolls, kComputes, kWaitsForTimer, kWaitsForCycles, kWaitsForTime, kCounts, kAsks, kLater, kAlternates, kSums };

static volatile bool ticked;
static volatile unsigned counter, ring[7];

static void __attribute__((interrupt("machine"))) on_trap(void) {
  CLINT_MTIMECMP[1] = 0xffffffffu;
  ticked = true;
}

static void wait_for_timer(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  clint_set_timer(clint_time() + 60000);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  while (!ticked) {
  }
}

int main(void) {
  uint8_t choice;
  JANUS_SYMBOLIC(choice);
  if (choice != 7) return 0;
  switch (CASE) {
    case kPolls:
      for (;;) uart_put((uint8_t)(uart_get() + 1));
    case kComputes:  // through states of a longer period
      for (unsigned i = 0;; i = (i + 1) % 7) ring[i] = ring[(i + 3) % 7] & choice;
    case kWaitsForTimer: wait_for_timer(); break;
    case kWaitsForCycles:
      for (const uint32_t start = csr_read(mcycle); csr_read(mcycle) - start < 1000000;) {
      }
      break;
    case kWaitsForTime:
      for (const uint64_t start = clint_time(); clint_time() - start < 60000;) {
      }
      break;
    case kCounts:
      for (;;) ++counter;
    case kAsks:
      for (;;) JANUS_SYMBOLIC(choice);
    case kSums:  // never in the same state
      for (;;) {
        JANUS_SYMBOLIC(choice);
        counter += choice;
      }
    case kLater:  // repeats itself behind three inputs of a certain kind, and asks for ever behind others
      for (unsigned state = 0;;) {
        JANUS_SYMBOLIC(choice);
        state = choice == state ? state + 1 : 0;
        if (state == 3) {
          for (unsigned i = 0;; i = (i + 1) % 7) ring[i] = ring[(i + 3) % 7] & state;
        }
      }
    case kAlternates:  // two loops with inputs, and one without between them
      for (unsigned state = 0;;) {
        JANUS_SYMBOLIC(choice);
        if (choice == 1) state ^= 1;
        while (state && choice == 9) ring[0] = choice;
      }
  }
  return 0;
}
