// Listing 11: each round may leave the loop, and the assertion after the loop always fails. A depth-first exploration
// that prefers to stay in the loop executes 2^32 rounds; one that picks states at random leaves the loop soon.
#include <janus.h>

int main(void) {
  int a = 0;
  JANUS_SYMBOLIC(a);
  for (; a != 0; ++a) __asm__ volatile("" : "+r"(a));  // hides from the compiler that `a` ends up zero
  riscv_assert(0);
  return 0;
}
