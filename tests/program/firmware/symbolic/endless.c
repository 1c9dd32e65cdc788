// Ends at once for 0, later for 2, and never for 1 and 3: three paths.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t x = 0;
  JANUS_SYMBOLIC(x);
  riscv_assume(x < 4);
  for (uint32_t i = 0; i != x; i += 2) __asm__ volatile("" : "+r"(i));
  return 0;
}
