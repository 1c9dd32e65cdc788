// Listing 11: the loop may be left in each round, and the assertion behind it always fails. Depth first, an exploration
// that prefers to stay counts 2^32 rounds; one that picks states at random is out in no time.
#include <janus.h>

int main(void) {
  int a = 0;
  JANUS_SYMBOLIC(a);
  for (; a != 0; ++a) __asm__ volatile("" : "+r"(a));  // else the compiler knows that `a` ends up zero
  riscv_assert(0);
  return 0;
}
