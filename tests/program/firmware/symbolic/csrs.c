// Symbolic values in CSRs. mscratch and mepc only store them: one path. mie decides what happens next: one path for
// each of its two values.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t interrupts;

static void __attribute__((interrupt("machine"), unused)) on_software(void) {
  *CLINT_MSIP = 0;
  ++interrupts;
}

int main(void) {
  uint32_t kept = 0, enabled = 0;
  JANUS_SYMBOLIC(kept);
  csr_write(mscratch, kept);
  riscv_assert(csr_read(mscratch) == kept);
  csr_write(mepc, kept);
  riscv_assert(csr_read(mepc) == (kept & ~3u));
#ifdef ENABLE
  JANUS_SYMBOLIC(enabled);
  riscv_assume((enabled & ~MIE_MSIE) == 0);
  csr_write(mtvec, (uintptr_t)on_software);
  csr_set(mstatus, MSTATUS_MIE);
  *CLINT_MSIP = 1;
  csr_write(mie, enabled);
  __asm__ volatile("nop");
  riscv_assert(interrupts == (enabled != 0));
#endif
  return (int)enabled & 1;
}
