// McCarthy's function, whose argument is a call of itself: 91 for everything up to 101.
#include "input.h"
static unsigned f(unsigned n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  unsigned x = read_byte();
  riscv_assume(x >= 95);
  riscv_assume(x <= 105);
#ifdef UNSAFE
  return f(x) == 94;
#else
  return x <= 101 && f(x) != 91;
#endif
}
