// Ackermann and Peter: the call whose result is another call's argument is made from two places of one function.
#include "input.h"
static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  unsigned m = read_byte(), n = read_byte();
  riscv_assume(m <= 2);
  riscv_assume(n <= 2);
  unsigned result = ackermann(m, n);
#ifdef UNSAFE
  return result == 7;
#else
  return result > 7;
#endif
}
