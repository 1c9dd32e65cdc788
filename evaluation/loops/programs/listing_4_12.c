// A condition on what is no induction variable: each iteration adds an input.
#include "input.h"
int main(void) {
  INPUT(i);
  INPUT(n);
  int k = 0;
  riscv_assume(i >= 0);
  riscv_assume(n <= 6);
  while (i < n) {
    INPUT(j);
    riscv_assume(j >= 1);
    riscv_assume(j <= 3);
    i = i + j;
    k = k + 1;
  }
#ifdef UNSAFE
  riscv_assert(k != 5);
#else
  riscv_assert(k <= 6);
#endif
  return 0;
}
