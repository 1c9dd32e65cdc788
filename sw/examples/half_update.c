// A time of 64 bits that an interrupt handler keeps, and that main reads. On a core of 32 bits that is two loads. If
// the interrupt comes between them, main sees the low half of one time and the high half of another.
//
//   janus explore half_update.elf --symbolic 'interrupt(timer)=2'        finds the moment
//   janus explore half_update_fixed.elf --symbolic 'interrupt(timer)=2'  shows that there is none
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t low = 0xffffffffu, high = 0;  // the next tick carries

static void __attribute__((interrupt("machine"), aligned(4))) on_timer(void) {
  clint_set_timer(1000);
  if (++low == 0) ++high;
}

static uint64_t now(void) {
#ifdef FIXED
  // Reads the high half again: if it is the same, the low half belongs to it.
  uint32_t first, second;
  do {
    first = high;
    second = low;
  } while (high != first);
  return (uint64_t)first << 32 | second;
#else
  return (uint64_t)high << 32 | low;
#endif
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  clint_set_timer(1000);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);

  uint64_t before = now();
  uint64_t after = now();
  riscv_assert(before >= 0xffffffffu && before <= after && after <= 0x100000001u);
  return 0;
}
