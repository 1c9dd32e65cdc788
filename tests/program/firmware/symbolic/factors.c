// A question that takes solvers a long time: the two factors of a 64-bit number.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t a = 2, b = 3;
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(b);
#ifdef FINDING_FIRST
  riscv_assert(a != 0);
#endif
  riscv_assert((uint64_t)a * b != 3037000493ull * 2654435761ull);
  return 0;
}
