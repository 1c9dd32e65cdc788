// A loop of one path: a is even however often it runs.
#include "input.h"
int main(void) {
  INPUT(i);
  INPUT(n);
  int a = 0;
  while (i < n) {
    a = a + 2;
    i = i + 1;
  }
#ifdef UNSAFE
  riscv_assert(a != 30);
#else
  riscv_assert(a != 15);
#endif
  return 0;
}
