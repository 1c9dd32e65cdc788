// Sleeps until timer interrupts that come after 58 years, 600 years and 600 years and a tick. With WRONG, claims that they
// do not come.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

#define MTIMECMP ((volatile uint32_t*)0x02004000u)
#define MTIME ((volatile uint32_t*)0x0200bff8u)

static volatile uint32_t fired;

static void __attribute__((interrupt)) on_timer(void) {
  ++fired;
  MTIMECMP[1] = 0xffffffff;
}

static void sleep_until(uint32_t high, uint32_t low) {
  MTIMECMP[0] = low;
  MTIMECMP[1] = high;
  __asm__ volatile("wfi");
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  csr_write(mie, 1 << 7);
  csr_set(mstatus, 1 << 3);
  sleep_until(0x01000000, 0);
  riscv_assert(MTIME[1] == 0x01000000);
  sleep_until(0x0a000000, 0);
  sleep_until(0x0a000000, MTIME[0] + 100);
  riscv_assert(MTIME[1] == 0x0a000000);
#ifdef WRONG
  riscv_assert(fired == 0);
#endif
  return fired == 3 ? 0 : 1;
}
