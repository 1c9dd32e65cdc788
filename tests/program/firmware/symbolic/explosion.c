// 2^32 paths. The first, for the input 0, is ordinary, or fails (BUG), or never ends (ENDLESS).
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t bits = 0, ones = 0;
  JANUS_SYMBOLIC(bits);
#if defined(BUG)
  riscv_assert(bits != 0);
#elif defined(ENDLESS)
  if (bits == 0) {
    for (volatile uint32_t i = 0;; ++i) continue;
  }
#endif
  for (int i = 0; i < 32; ++i) {
    if (bits >> i & 1) __asm__ volatile("addi %0, %0, 1" : "+r"(ones));
  }
  riscv_assert(ones <= 32);
  return 0;
}
