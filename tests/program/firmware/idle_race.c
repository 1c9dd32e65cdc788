// The handler reads the clock, so each round of the loop that waits for it is another moment, and a search that goes
// deep never comes back to the moment in the middle of `++events`.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t events, ticks;

static void __attribute__((interrupt("machine"))) on_timer(void) {
  clint_set_timer(clint_time() + 1000);
  ++ticks;
  ++events;
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  clint_set_timer(1000);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  ++events;
  while (ticks < 2) {
  }
  csr_clear(mstatus, MSTATUS_MIE);
  riscv_assert(events == 1 + ticks);
  return 0;
}
