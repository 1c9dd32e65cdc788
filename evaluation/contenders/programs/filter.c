// Fixed-point IIR filter in Q15 with saturation, six samples; output stays within the input's range.
#include <janus.h>
#include <stdint.h>
#define N 6
static int16_t x[N];
static int16_t sat(int32_t v) { return (int16_t)(v > 32767 ? 32767 : v < -32768 ? -32768 : v); }
int main(void) {
  JANUS_SYMBOLIC(x);
  int32_t y = 0;
  int32_t low = 0, high = 0;
  for (int i = 0; i < N; i++) {
    riscv_assume(x[i] >= -20000);
    riscv_assume(x[i] <= 20000);
    if (x[i] < low) low = x[i];
    if (x[i] > high) high = x[i];
#ifdef BUG
    int16_t d = (int16_t)(x[i] - y);
#else
    int32_t d = x[i] - y;
#endif
    y = sat(y + (d >> 2));
    riscv_assert(y >= low);
    riscv_assert(y <= high);
  }
  return 0;
}
