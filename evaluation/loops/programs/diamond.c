// A branch that has nothing to do with the assertion behind it: one path proves it.
#include "input.h"
static volatile int led;
int main(void) {
  INPUT(x);
  INPUT(button);
  riscv_assume(x < 100);
  if (button)
    led = 1;
  else
    led = 2;
#ifdef UNSAFE
  riscv_assert(x < 99);
#else
  riscv_assert(x < 100);
#endif
  return 0;
}
