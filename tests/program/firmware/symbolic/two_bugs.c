// Two assertions; each fails for one input. Three paths.
#include <janus.h>

int main(void) {
  int x = 1;
  JANUS_SYMBOLIC(x);
  riscv_assert(x != 0);
  riscv_assert(x != 5);
  return 0;
}
