// Four paths that follow each other irregularly: no summary is known for such loops. The bound is small, so that they
// can be unrolled.
#include "input.h"
#ifndef BOUND
#define BOUND 6
#endif
int main(void) {
  INPUT(i);
  INPUT(j);
  INPUT(a);
  riscv_assume(i >= 0);
  riscv_assume(a <= 6);
  riscv_assume(j <= 8);
  while (i < BOUND) {
    if (a <= 5)
      a = a + 1;
    else
      a = a - 4;
    if (j < 8)
      j = j + 1;
    else
      j = j - 3;
    i = i + 1;
  }
#ifdef UNSAFE
  riscv_assert(a != 3 || j != 6);
#else
  riscv_assert(a <= 6);
  riscv_assert(j <= 8);
#endif
  return 0;
}
