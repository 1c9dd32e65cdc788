// Listing 9: a loop that takes very long. Only the inputs 5 and 6 enter the loop, and leave it when the number
// overflows to a negative one, after two thousand million rounds. The assertion holds even then, so this example is
// about limits: an exploration has to stop and say what it did not explore, and a depth-first exploration must not
// starve the other path.
#include <janus.h>

int main(void) {
  int symb = 0;
  JANUS_SYMBOLIC(symb);
  riscv_assume(symb < 7);
  while (4 < symb) {
    ++symb;
    __asm__ volatile("" : "+r"(symb));  // keeps the compiler from computing where the loop ends
  }
  riscv_assert(symb < 6);
  return 0;
}
