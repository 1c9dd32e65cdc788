// Two recursive calls, so that call stacks of the same depth differ.
#include "input.h"
static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void) {
  unsigned n = read_byte();
  riscv_assume(n <= 6);
  unsigned number = fibonacci(n);
#ifdef UNSAFE
  return number == 8;
#else
  return number > 8;
#endif
}
