// What an operating system does all day: locks by lr and sc, atomic counters, critical sections with interrupts off,
// fences, and a look at the clocks.
#ifndef REPEAT
#define REPEAT 1600
#endif
#include "speed.h"

static uint32_t lock, sum, most, flags;

static void acquire(void) {
  uint32_t before, failed;
  do {
    __asm__ volatile(
        "lr.w %0, (%2)\n\t"
        "bnez %0, 1f\n\t"
        "sc.w %1, %3, (%2)\n"
        "1:"
        : "=&r"(before), "=&r"(failed)
        : "r"(&lock), "r"(1)
        : "memory");
  } while (before || failed);
  __asm__ volatile("fence r, rw" ::: "memory");
}

static void release(void) {
  __asm__ volatile("fence rw, w" ::: "memory");
  *(volatile uint32_t*)&lock = 0;
}

static uint32_t interrupts_off(void) {
  uint32_t before;
  __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
  return before & 8;
}

static void restore_interrupts(uint32_t before) { __asm__ volatile("csrs mstatus, %0" ::"r"(before) : "memory"); }

static uint32_t cycles(void) {
  uint32_t now;
  __asm__ volatile("csrr %0, mcycle" : "=r"(now));
  return now;
}

static uint32_t instructions(void) {
  uint32_t now;
  __asm__ volatile("csrr %0, minstret" : "=r"(now));
  return now;
}

static uint32_t queue[64];

uint32_t work(void) {
  sum = most = flags = 0;
  for (uint32_t i = 0; i < 64; ++i) queue[i] = 0;
  uint32_t random = 1, head = 0, late = 0;
  for (uint32_t n = 0; n < 20000; ++n) {
    const uint32_t began = cycles(), retired = instructions();
    const uint32_t value = next_random(&random) >> 16;
    acquire();
    __atomic_fetch_add(&sum, value, __ATOMIC_RELAXED);
    __asm__ volatile("amomaxu.w zero, %1, (%0)" ::"r"(&most), "r"(value) : "memory");
    release();
    const uint32_t before = interrupts_off();
    queue[head++ % 64] = value;
    flags += queue[(head * 7) % 64] & 1;
    restore_interrupts(before);
    __atomic_fetch_or(&flags, value & 0x10000, __ATOMIC_RELAXED);
    late += cycles() - began > 1u << 31;
    late += instructions() == retired;
  }
  return sum ^ most << 8 ^ flags << 16 ^ late;
}

int main(void) { return repeat("atomics", 0x00beb47a); }
