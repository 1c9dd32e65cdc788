// Quotients of quotients. Z3 takes minutes to convert them into its own terms, and does not check for interrupts
// meanwhile.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t a = 0, b = 0;
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(b);
#ifdef FINDING_FIRST
  riscv_assert(a != 0);
#endif
  for (uint32_t i = 0; i < 200; ++i) {
    a = a / (b | 1) + b * 77;
    b = (b % (a | 1)) ^ (a << 3);
  }
  riscv_assert(a != 12345);
  return 0;
}
