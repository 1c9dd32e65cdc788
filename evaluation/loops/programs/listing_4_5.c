// Nested loops without known bounds; the inner one runs in the first iteration of the outer one only.
#include "input.h"
int main(void) {
  INPUT(x);
  INPUT(i);
  INPUT(j);
  INPUT(n);
  riscv_assume(x <= 0);
  riscv_assume(j >= 0);
  int y = x;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      x = x + 1;
      j = j + 1;
    }
  }
#ifdef UNSAFE
  riscv_assert(x - y < 1000);
#else
  riscv_assert(x >= y);
#endif
  return 0;
}
