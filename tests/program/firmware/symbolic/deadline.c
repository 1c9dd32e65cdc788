// A timer interrupt at a symbolic time: one path for each of the four deadlines; each interrupts at another
// instruction.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t work, work_at_interrupt;
static volatile int interrupted;

static void __attribute__((interrupt("machine"))) on_timer(void) {
  work_at_interrupt = work;
  interrupted = 1;
  CLINT_MTIMECMP[1] = 0xffffffff;
}

int main(void) {
  uint32_t delay = 2;
  JANUS_SYMBOLIC(delay);
  riscv_assume(delay < 4);
  csr_write(mtvec, (uintptr_t)on_timer);
  CLINT_MTIMECMP[1] = 0;
  CLINT_MTIMECMP[0] = CLINT_MTIME[0] + 20 + 10 * delay;
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  while (!interrupted) ++work;
  riscv_assert(work_at_interrupt >= 10 * delay);
  return 0;
}
