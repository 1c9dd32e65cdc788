// Integer square roots: bitwise against Newton, 16-bit argument.
#include <janus.h>
#include <stdint.h>
static uint32_t bitwise(uint32_t n) {
  uint32_t r = 0, b = 1u << 14;
  while (b > n) b >>= 2;
  while (b) {
    if (n >= r + b) {
      n -= r + b;
      r = (r >> 1) + b;
    } else
      r >>= 1;
    b >>= 2;
  }
  return r;
}
static uint32_t newton(uint32_t n) {
  if (n < 2) return n;
#ifdef BUG
  uint32_t x = 128, y;
  for (int i = 0; i < 5; i++) {
    y = (x + n / x) / 2;
    if (y == x) break;
    x = y;
  }
  return x;
#else
  uint32_t x = n, y = (x + 1) / 2;
  while (y < x) {
    x = y;
    y = (x + n / x) / 2;
  }
  return x;
#endif
}
int main(void) {
  uint16_t n;
  JANUS_SYMBOLIC(n);
  uint32_t a = bitwise(n), b = newton(n);
  riscv_assert(a * a <= n);
  riscv_assert((a + 1) * (a + 1) > n);
  riscv_assert(a == b);
  return 0;
}
