// A path of few instructions with many questions, each of which takes the solver a while: seed 50058 of
// evaluation/loops/fuzz_loops.py.
#include <janus.h>

int main(void) {
  const int n = 1, d = 4;
  int a = 1, c = 6;
  unsigned b = 0;
  JANUS_SYMBOLIC(b);
  riscv_assume(b >= 4294967290u);
  riscv_assume(b <= 4294967293u);
  while (c != n) {
    if ((unsigned)a > b) {
      b -= 3;
      if (n != a) {
        c -= 1;
        a -= (int)b;
        b -= (unsigned)n;
      } else {
        c += 4;
        b += (unsigned)a;
      }
    }
    if (b != (unsigned)a) {
      if (b < (unsigned)d) b -= 1;
      a += 7;
      b += 2;
    } else {
      b += (unsigned)d - 1;
    }
    c += 1;
  }
  riscv_assert(!(b >= (unsigned)n && a > c));
  riscv_assert(!(b == (unsigned)d && b > (unsigned)n));
  return 0;
}
