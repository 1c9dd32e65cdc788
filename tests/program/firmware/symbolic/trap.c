// One input leads to an illegal instruction, which a handler skips: two paths. Then a return to a symbolic address: two
// paths for each of them.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t traps;

static void __attribute__((interrupt("machine"))) on_trap(void) {
  if (csr_read(mcause) == 2) ++traps;
  csr_write(mepc, csr_read(mepc) + 4);
}

// Returns from a trap that never was: to one of two places.
static uint32_t __attribute__((noinline)) land(uint32_t offset) {
  uint32_t where;
  __asm__ volatile(
      "la %0, 1f\n\t"
      "add %0, %0, %1\n\t"
      "csrw mepc, %0\n\t"
      "li %0, 0x1800\n\t"
      "csrs mstatus, %0\n\t"
      "li %0, 1\n\t"
      "mret\n"
      "1:\n\t"
      "nop\n\t"
      "li %0, 2"
      : "=&r"(where)
      : "r"(offset)
      : "memory");
  return where;
}

int main(void) {
  uint32_t input = 0, offset = 0;
  JANUS_SYMBOLIC(input);
  csr_write(mtvec, (uintptr_t)on_trap);
  if (input == 1234567) __asm__ volatile(".word 0xffffffff");
  riscv_assert(traps == (input == 1234567));
  JANUS_SYMBOLIC(offset);
  riscv_assume((offset == 4) | (offset == 8));
  riscv_assert(land(offset) == 2 - (offset == 8));
  return 0;
}
