// A loop without a bound that anyone knows: x only grows in it. The first two assumptions are what keeps x and i from
// wrapping, which integers of the source cannot.
#include "input.h"
int main(void) {
  INPUT(x);
  INPUT(i);
  INPUT(n);
  riscv_assume(x <= 0);
  riscv_assume(i >= 0);
  int y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
  }
#ifdef UNSAFE
  riscv_assert(x - y != 12345);
#else
  riscv_assert(x >= y);
#endif
  return 0;
}
