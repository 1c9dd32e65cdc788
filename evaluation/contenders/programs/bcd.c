// BCD clock: increments hh:mm:ss in BCD, against binary conversion; double dabble for 14 bits.
#include <janus.h>
#include <stdint.h>
static uint8_t from_bcd(uint8_t b) { return (uint8_t)((b >> 4) * 10 + (b & 15)); }
static uint8_t inc(uint8_t b) {
  b++;
  if ((b & 15) == 10) b = (uint8_t)(b + 6);
  return b;
}
static uint16_t dabble(uint16_t v) {
  uint32_t s = v;
  for (int i = 0; i < 14; i++) {
    for (int d = 14; d < 30; d += 4)
#ifdef BUG
      if ((s >> d & 15) >= (d == 22 ? 6u : 5u)) s += 3u << d;
#else
      if ((s >> d & 15) >= 5) s += 3u << d;
#endif
    s <<= 1;
  }
  return (uint16_t)(s >> 14);
}
struct clock {
  uint8_t h, m, s;
};
int main(void) {
  static struct clock c;
  JANUS_SYMBOLIC(c);
  riscv_assume((c.s & 15) <= 9);
  riscv_assume(c.s <= 0x59);
  riscv_assume((c.m & 15) <= 9);
  riscv_assume(c.m <= 0x59);
  riscv_assume((c.h & 15) <= 9);
  riscv_assume(c.h <= 0x23);
  uint32_t before = from_bcd(c.h) * 3600u + from_bcd(c.m) * 60u + from_bcd(c.s);
  c.s = inc(c.s);
  if (c.s == 0x60) {
    c.s = 0;
    c.m = inc(c.m);
    if (c.m == 0x60) {
      c.m = 0;
      c.h = inc(c.h);
      if (c.h == 0x24) c.h = 0;
    }
  }
  uint32_t after = from_bcd(c.h) * 3600u + from_bcd(c.m) * 60u + from_bcd(c.s);
  riscv_assert(after == (before == 86399 ? 0 : before + 1));
  uint16_t v;
  JANUS_SYMBOLIC(v);
  riscv_assume(v < 10000);
  uint16_t d = dabble(v);
  riscv_assert(from_bcd((uint8_t)(d >> 8)) * 100 + from_bcd((uint8_t)d) == v);
  return 0;
}
