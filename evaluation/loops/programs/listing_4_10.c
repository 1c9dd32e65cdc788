// Two paths through the loop that take turns, once x and z have met.
#include "input.h"
int main(void) {
  INPUT(n);
  INPUT(x);
  INPUT(z);
#ifndef UNSAFE
  const int start = x;
#endif
  while (x < n) {
    if (z > x)
      x = x + 1;
    else
      z = z + 1;
  }
#ifdef UNSAFE
  riscv_assert(x != n);
#else
  riscv_assert(start >= n || x == n);
#endif
  return 0;
}
