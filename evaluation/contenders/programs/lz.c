// Copies of earlier bytes (LZ77), in a buffer that they must not leave.
#include <janus.h>
#include <stdint.h>
static uint8_t in[8], out[24];
int main(void) {
  JANUS_SYMBOLIC(in);
  int o = 0;
  for (int i = 0; i < 8;) {
    uint8_t t = in[i++];
    if (t & 0x80) {
      if (i >= 8) return 0;
      int len = (t & 0x7) + 2, dist = in[i++] & 0x0f;
      if (dist == 0 || dist > o) return 0;
#ifndef BUG
      if (o + len > 24) return 0;
#endif
      for (int k = 0; k < len; k++) {
        riscv_assert(o < 24);
        out[o] = out[o - dist];
        o++;
      }
    } else {
      if (o >= 24) return 0;
      out[o++] = t;
    }
  }
  return 0;
}
