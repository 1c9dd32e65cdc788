// Firmware that does the same again and again. CASE says for how long.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdbool.h>
#include <stdint.h>
#include <uart.h>

enum {
  kPolls,
  kComputes,
  kWaitsForTimer,
  kWaitsForCycles,
  kWaitsForTime,
  kCounts,
  kAsks,
  kLater,
  kAlternates,
  kSums,
  kLongRounds,
  kLongForCycles,
  kLongForTime,
  kList
};

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

// Elements, each of which begins with its length. A length of 0 leads to the same element again, unless its type ends
// the list.
static void walk(const uint8_t* list, unsigned size) {
  for (unsigned at = 0; at + 2 <= size; at += list[at]) {
    if (list[at + 1] == 5) return;
  }
}

// For longer than short looks at a path take.
static void work(void) {
  for (unsigned i = 0; i < 1000000; ++i) __asm__ volatile("");
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
    case kLongRounds:  // of some 20,000 instructions
      work();
      for (;;) {
        for (unsigned i = 0; i < 4000; ++i) ring[choice % 4] = i & 3;
      }
    case kLongForCycles:  // rounds of 400 instructions; what was read is forgotten at once
      work();
      __asm__ volatile(
          "csrr t1, mcycle\n"
          "1: li t2, 200\n"
          "2: addi t2, t2, -1\n"
          "bnez t2, 2b\n"
          "csrr t0, mcycle\n"
          "sub t0, t0, t1\n"
          "sltu t0, t0, %0\n"
          "bnez t0, 1b" ::"r"(6000000)
          : "t0", "t1", "t2");
      break;
    case kLongForTime:
      work();
      __asm__ volatile(
          "lw t1, 0(%1)\n"
          "1: li t2, 200\n"
          "2: addi t2, t2, -1\n"
          "bnez t2, 2b\n"
          "lw t0, 0(%1)\n"
          "sub t0, t0, t1\n"
          "sltu t0, t0, %0\n"
          "bnez t0, 1b" ::"r"(600000),
          "r"(0x0200bff8)
          : "t0", "t1", "t2");
      break;
    case kList: {
      static uint8_t list[16];
      JANUS_SYMBOLIC(list);
      walk(list, sizeof list);
      break;
    }
  }
  return 0;
}
