// Fractions: Euclid's and binary gcd agree; a reduced fraction has the same value. 8-bit operands.
#include <janus.h>
#include <stdint.h>
static uint8_t euclid(uint8_t a, uint8_t b) {
  while (b) {
    uint8_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}
static uint8_t binary(uint8_t a, uint8_t b) {
  int shift = 0;
  if (!a) return b;
  if (!b) return a;
  while (!((a | b) & 1)) {
    a >>= 1;
    b >>= 1;
    shift++;
  }
  while (!(a & 1)) a >>= 1;
  while (b) {
    while (!(b & 1)) b >>= 1;
    if (a > b) {
      uint8_t t = a;
      a = b;
      b = t;
    }
#ifdef BUG
    b = (b - a) & 0x7f;
#else
    b = b - a;
#endif
  }
  return (uint8_t)(a << shift);
}
int main(void) {
  uint8_t a, b;
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(b);
  riscv_assume(b != 0);
#ifdef BUG
  riscv_assume(a >= 200);
#else
  riscv_assume(a < 100);
#endif
  uint8_t g = euclid(a, b);
  riscv_assert(g == binary(a, b));
  riscv_assert(a % g == 0);
  riscv_assert(b % g == 0);
  riscv_assert((a / g) * b == (b / g) * a);
  return 0;
}
