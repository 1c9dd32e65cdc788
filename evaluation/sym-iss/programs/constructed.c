// A loop that may be left in each round, before an assertion that always fails (the paper's Listing 11). Unsafe, and
// only so. An exploration that prefers to stay in the loop counts to 2^32; picking states at random finds the way out.
#include <janus.h>

int main(void) {
  int a = 0;
  JANUS_SYMBOLIC(a);
  for (; a != 0; ++a) __asm__ volatile("" : "+r"(a));  // else the compiler knows that `a` ends up zero
  riscv_assert(0);
  return 0;
}
