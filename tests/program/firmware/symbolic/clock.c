// Control flow depends on the clock, after a loop of symbolic length: one path for each of the four lengths.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t length = 1;
  JANUS_SYMBOLIC(length);
  riscv_assume(length < 4);
  uint32_t begin = csr_read(mcycle), retired = csr_read(minstret);
  for (uint32_t i = 0; i < length; ++i) __asm__ volatile("" : "+r"(i));
  uint32_t cycles = csr_read(mcycle) - begin, instructions = csr_read(minstret) - retired;
  if (cycles & 1) __asm__ volatile("nop");
  riscv_assert(cycles >= instructions);
  riscv_assert(instructions >= length);
  return 0;
}
