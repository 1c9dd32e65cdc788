// Two of three ways lead to the same join; what they learn of x there is enough for the third.
#include "input.h"
int main(void) {
  INPUT(choice);
  int x = 0;
  if (choice == 0) {
    INPUT(y);
    riscv_assume(y != (int)0x80000000);  // of which there is no positive counterpart
    if (y < 0) y = -y;
    x = x + y;
  }
#ifdef UNSAFE
  riscv_assert(x > 0);
#else
  riscv_assert(x >= 0);
#endif
  return 0;
}
