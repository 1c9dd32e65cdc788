// Recursive: as many calls as the input says.
#include "input.h"
static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) {
  unsigned n = read_byte();
  riscv_assume(n <= 7);
  unsigned product = factorial(n);
#ifdef UNSAFE
  return product == 720;
#else
  return product == 0 || product > 5040;
#endif
}
