// Writes code that depends on the input, and executes it: one path for each of the two instructions.
#include <janus.h>
#include <stdint.h>

static uint32_t code[2];

int main(void) {
  uint32_t subtract = 0;
  JANUS_SYMBOLIC(subtract);
  riscv_assume(subtract <= 1);
  code[0] = 0x00b50533 | subtract << 30;  // add or sub a0, a0, a1
  code[1] = 0x00008067;                   // ret
  __asm__ volatile("fence.i" : : : "memory");
  int result = ((int (*)(int, int))code)(30, 12);
  riscv_assert(result == 42 - 24 * (int)subtract);
  return 0;
}
