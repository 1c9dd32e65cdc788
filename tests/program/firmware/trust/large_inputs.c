// Makes many megabytes symbolic, one hook each.
#include <janus.h>
#include <stdint.h>

#define BASE 0x84000000u

int main(void) {
  for (uint32_t i = 0; i < 16; ++i) riscv_make_symbolic((void*)(BASE + (i << 20)), 1u << 20);
  riscv_assert(*(volatile uint8_t*)BASE == *(volatile uint8_t*)BASE);
  return 0;
}
