// DNS name with compression pointers.
#include <janus.h>
#include <stdint.h>
#define N 12
#define OUT 16
static uint8_t pkt[N];
static char out[OUT + 1];
static int steps;
static int name(const uint8_t* p, int n, int at, char* to, int room) {
  int o = 0, jumped_to = at, end = -1;
  for (;;) {
    riscv_assert(++steps < 40);
    if (at >= n) return -1;
    uint8_t l = p[at];
    if ((l & 0xc0) == 0xc0) {
      if (at + 1 >= n) return -1;
      int target = (l & 0x3f) << 8 | p[at + 1];
      if (end < 0) end = at + 2;
#ifdef BUG
      if (target > jumped_to) return -1;  // may jump to itself
#else
      if (target >= jumped_to) return -1;
#endif
      jumped_to = at = target;
      continue;
    }
    if (l & 0xc0) return -1;
    at++;
    if (l == 0) {
      to[o] = 0;
      return end < 0 ? at : end;
    }
    if (at + l > n) return -1;
    if (o + l + 1 > room) return -1;
    for (int i = 0; i < l; i++) {
      uint8_t c = p[at + i];
      to[o++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    to[o++] = '.';
    at += l;
  }
}
int main(void) {
  JANUS_SYMBOLIC(pkt);
  int r = name(pkt, N, 4, out, OUT);
  riscv_assert(r <= N);
  if (r >= 0) {
    for (int i = 0; i < OUT && out[i]; i++) riscv_assert(out[i] < 'A' || out[i] > 'Z');
  }
  return 0;
}
