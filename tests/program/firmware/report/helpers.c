// Several inlined helpers, each with variables of the same names.
#include <janus.h>
#include <stdint.h>
static uint8_t in[8], out[16];
static uint8_t table[8];
static inline __attribute__((always_inline)) unsigned sum(const uint8_t* p, unsigned n) {
  unsigned o = 0;
  for (unsigned i = 0; i < n; ++i) {
    if (p[i] > 200) o += 2;
    o += p[i] & 3;
  }
  return o;
}
static inline __attribute__((always_inline)) unsigned escape(uint8_t* to, const uint8_t* from, unsigned n) {
  unsigned o = 0;
  for (unsigned i = 0; i < n; ++i) {
    if (from[i] == 0x7e) to[o++] = 0x7d;
    to[o++] = from[i] ^ 0x20;
  }
  return o;
}
static inline __attribute__((always_inline)) unsigned find(const uint8_t* p, unsigned n, uint8_t what) {
  unsigned o = n;
  for (unsigned i = 0; i < n; ++i)
    if (p[i] == what) o = i;
  return o;
}
int main(void) {
  JANUS_SYMBOLIC(in);
  unsigned n = in[0] & 3;
  if (n == 0) return 0;
  unsigned o = find(in + 1, n, 0x7e);
  unsigned s = sum(in + 1, n);
  unsigned e = escape(out, in + 1, n);
  table[o & 7] = (uint8_t)s;
  riscv_assert(e + s < 9 + n);
  riscv_assert(table[7] == 0);
  return 0;
}
