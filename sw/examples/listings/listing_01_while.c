// Listing 1: a loop whose number of rounds depends on the input. Unsafe: only a = 3 takes more than six rounds.
#include <janus.h>

int main(void) {
  int a = 3, b = 5, c = 0;
  JANUS_SYMBOLIC(a);
  riscv_assume(a > 2);
  riscv_assume(a < 12);
  while (a < 10) {
    ++c;
    if (b > a) {
      a += c;
      b -= 4;
    } else {
      b *= 2;
    }
  }
  riscv_assert(c > 6);
  return 0;
}
