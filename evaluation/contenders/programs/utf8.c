// UTF-8: strict decoder, then encoder, on any 4 bytes twice; result must be the same bytes.
#include <janus.h>
#include <stdint.h>
#define N 6
static uint8_t in[N], out[N + 4];
static int decode(const uint8_t* p, int n, uint32_t* cp) {
  uint8_t c = p[0];
  if (c < 0x80) {
    *cp = c;
    return 1;
  }
  int len = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4 || len > n) return -1;
  uint32_t v = c & (0x7f >> len);
  for (int i = 1; i < len; i++) {
    if ((p[i] & 0xc0) != 0x80) return -1;
    v = v << 6 | (p[i] & 0x3f);
  }
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
#ifdef BUG
  if (v < least[len] - (len == 4)) return -1;
  if (v > 0x10ffff) return -1;
#else
  if (v < least[len] || v > 0x10ffff) return -1;
#endif
  if (v >= 0xd800 && v < 0xe000) return -1;
  *cp = v;
  return len;
}
static int encode(uint8_t* p, uint32_t v) {
  if (v < 0x80) {
    p[0] = (uint8_t)v;
    return 1;
  }
  if (v < 0x800) {
    p[0] = (uint8_t)(0xc0 | v >> 6);
    p[1] = (uint8_t)(0x80 | (v & 0x3f));
    return 2;
  }
  if (v < 0x10000) {
    p[0] = (uint8_t)(0xe0 | v >> 12);
    p[1] = (uint8_t)(0x80 | (v >> 6 & 0x3f));
    p[2] = (uint8_t)(0x80 | (v & 0x3f));
    return 3;
  }
  p[0] = (uint8_t)(0xf0 | v >> 18);
  p[1] = (uint8_t)(0x80 | (v >> 12 & 0x3f));
  p[2] = (uint8_t)(0x80 | (v >> 6 & 0x3f));
  p[3] = (uint8_t)(0x80 | (v & 0x3f));
  return 4;
}
int main(void) {
  JANUS_SYMBOLIC(in);
  int i = 0, o = 0;
  while (i < N) {
    uint32_t cp;
    int l = decode(in + i, N - i, &cp);
    if (l < 0) return 0;
    int e = encode(out + o, cp);
    riscv_assert(e == l);
    i += l;
    o += e;
  }
  riscv_assert(i == N);
  for (int k = 0; k < N; k++) riscv_assert(in[k] == out[k]);
  return 0;
}
