// Listing 9: a loop that hardly ends. Of all inputs only 5 and 6 enter it, and leave it when the number has overflown
// to a negative one, two thousand million rounds later. The assertion would hold even then, so that this is about
// limits: an exploration has to stop and say what it did not see, and one that is depth first must not starve the other
// path.
#include <janus.h>

int main(void) {
  int symb = 0;
  JANUS_SYMBOLIC(symb);
  riscv_assume(symb < 7);
  while (4 < symb) {
    ++symb;
    __asm__ volatile("" : "+r"(symb));  // else the compiler works out where the loop ends
  }
  riscv_assert(symb < 6);
  return 0;
}
