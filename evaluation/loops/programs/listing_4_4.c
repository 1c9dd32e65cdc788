// The loop of listing 4.3 with the counter that bounds it put into the program; it counts below zero here.
#include "input.h"
int main(void) {
  INPUT(x);
  INPUT(i);
  INPUT(n);
  riscv_assume(x <= 0);
  riscv_assume(i >= 0);
  int y = x, t = 0;
  while (i < n) {
    x = x + 1;
    i = i + 1;
    t = t - 1;
  }
  riscv_assert(x >= y);
  riscv_assert(x - y == -t);
#ifdef UNSAFE
  riscv_assert(t != -77);
#endif
  return 0;
}
