// Reads one of eight words; only the first four are in RAM. One path reads RAM, and one an address beyond memory.
#include <janus.h>
#include <stdint.h>

int main(void) {
  volatile uint32_t* last = (volatile uint32_t*)(0x80000000u + MEMORY_BYTES - 16);
  uint32_t index = 0;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < 8);
  (void)last[index];
  return 0;
}
