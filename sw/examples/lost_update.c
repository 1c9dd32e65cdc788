// A counter that main and an interrupt handler share. `++events` is three instructions: load, add, store. If the
// interrupt comes between the load and the store, the store overwrites what the handler has counted.
//
//   janus explore lost_update.elf --symbolic 'interrupt(timer)=2'        finds the moment
//   janus explore lost_update_fixed.elf --symbolic 'interrupt(timer)=2'  shows that there is none
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t events, ticks;

static void __attribute__((interrupt("machine"), aligned(4))) on_timer(void) {
  clint_set_timer(1000);  // any time: an exploration lets the timer interrupt at every moment
  ++ticks;
  ++events;
}

static void count_event(void) {
#ifdef FIXED
  csr_clear(mstatus, MSTATUS_MIE);  // an interrupt that comes now waits
  ++events;
  csr_set(mstatus, MSTATUS_MIE);
#else
  ++events;
#endif
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  clint_set_timer(1000);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);

  for (int i = 0; i < 3; ++i) count_event();

  csr_clear(mstatus, MSTATUS_MIE);
  riscv_assert(events == 3 + ticks);
  return 0;
}
