// Source 001, listing 1.1: eight paths, of which two prove the assertion.
#include "input.h"
int main(void) {
  INPUT(x);
  INPUT(y);
  riscv_assume(x != (int)0x80000000);  // of which there is no positive counterpart
  riscv_assume(y != (int)0x80000000);
  if (x < 0) x = -x;
  if (y < 0) y = -y;
  int result = x - y;
  if (x < y) result = y - x;
#ifdef UNSAFE
  riscv_assert(result > 0);
#else
  riscv_assert(result >= 0);
#endif
  return 0;
}
