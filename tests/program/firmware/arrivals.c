// What makes two orders of a handler and an instruction differ, although it seldom does: how much time has passed, and
// what a handler has left behind.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t done, ticks;

static void __attribute__((interrupt("machine"))) on_timer(void) {
  clint_set_timer(1000);
  ++ticks;
#ifdef READS_CLOCK
  done = csr_read(mcycle) > 1000 ? 2 : 1;  // not at once, if the loop of main is long enough
#else
  done = 1;
#endif
}

// A word that was never written: what lies there.
static uint32_t __attribute__((noinline)) leftover(void) {
  uint32_t word;
  __asm__ volatile("addi sp, sp, -16\n lw %0, 8(sp)\n addi sp, sp, 16" : "=r"(word));
  return word;
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  clint_set_timer(1000);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
#ifdef LEFTOVER
  __asm__ volatile("li a5, 1\n li a5, 2\n li a5, 3\n li a5, 0x777\n li a5, 5\n li a5, 6\n li a5, 7" ::: "a5");
#else
  while (!done) {
  }
#endif
  csr_clear(mstatus, MSTATUS_MIE);
#ifdef LEFTOVER
  riscv_assert(leftover() != 0x777);
#elif defined LAST_PLACE
  riscv_assert(csr_read(mepc) != LAST_PLACE);
#else
  riscv_assert(done == 1);
#endif
  return 0;
}
