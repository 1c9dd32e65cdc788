// 64-bit arithmetic on 32-bit hardware: scale a timer count (ticks * 1000 / hz) with overflow checks; saturating add.
#include <janus.h>
#include <stdint.h>
static uint32_t ms(uint32_t ticks, uint32_t hz) {
#ifdef BUG
  return ticks / hz * 1000 + ticks % hz * 1000 / hz;  // the second product overflows for large hz
#else
  return ticks / hz * 1000 + (uint32_t)((uint64_t)(ticks % hz) * 1000 / hz);
#endif
}
static int64_t sat_add(int64_t a, int64_t b) {
  int64_t s = (int64_t)((uint64_t)a + (uint64_t)b);
  if (a > 0 && b > 0 && s < 0) return INT64_MAX;
  if (a < 0 && b < 0 && s >= 0) return INT64_MIN;
  return s;
}
int main(void) {
  uint32_t ticks;
  uint8_t which;
  int64_t x, y;
  JANUS_SYMBOLIC(ticks);
  JANUS_SYMBOLIC(which);
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  static const uint32_t rates[4] = {1000, 32768, 1000000, 10000000};
  uint32_t hz = rates[which & 3];
  uint32_t m = ms(ticks, hz);
  riscv_assert((uint64_t)m * hz <= (uint64_t)ticks * 1000);
  riscv_assert((uint64_t)ticks * 1000 < ((uint64_t)m + 1) * hz);
  int64_t s = sat_add(x, y);
  riscv_assert(x < 0 || y < 0 || (s >= x && s >= y));
  riscv_assert(x > 0 || y > 0 || (s <= x && s <= y));
  return 0;
}
