// Nested loops: the inner one brings x to n whatever happens, so that the outer one adds n to the result n times.
#include "input.h"
int main(void) {
  INPUT(n);
  INPUT(x);
  INPUT(z);
  int result = 0;
  if (n <= 0) n = 1;
  if (x >= n) x = n - 1;
  if (z >= n) z = n - 1;
  const int first_x = x, first_z = z;
  int i = 0;
  while (i < n) {
    x = first_x;
    z = first_z;
    while (x < n) {
      if (z > x)
        x = x + 1;
      else
        z = z + 1;
    }
    result = result + x;
    i = i + 1;
  }
#ifdef UNSAFE
  riscv_assert(result != 49);
#else
  riscv_assert((unsigned)result == (unsigned)n * (unsigned)n);
#endif
  return 0;
}
