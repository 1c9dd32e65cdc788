// ChaCha quarter rounds unrolled: forward, then inverse; the state of 4 words, two rounds.
#include <janus.h>
#include <stdint.h>
static uint32_t s[4];
#define ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
static void quarter(uint32_t* s) {
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
  a += b;
  d ^= a;
  d = ROL(d, 16);
  c += d;
  b ^= c;
  b = ROL(b, 12);
  a += b;
  d ^= a;
  d = ROL(d, 8);
  c += d;
  b ^= c;
  b = ROL(b, 7);
  s[0] = a;
  s[1] = b;
  s[2] = c;
  s[3] = d;
}
static void inverse(uint32_t* s) {
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
  b = ROR(b, 7);
  b ^= c;
  c -= d;
  d = ROR(d, 8);
  d ^= a;
  a -= b;
  b = ROR(b, 12);
  b ^= c;
  c -= d;
#ifdef BUG
  d = ROR(d, 15);
  d ^= a;
  a -= b;
#else
  d = ROR(d, 16);
  d ^= a;
  a -= b;
#endif
  s[0] = a;
  s[1] = b;
  s[2] = c;
  s[3] = d;
}
int main(void) {
  uint32_t was[4];
  JANUS_SYMBOLIC(s);
  for (int i = 0; i < 4; i++) was[i] = s[i];
  quarter(s);
  quarter(s);
  inverse(s);
  inverse(s);
  for (int i = 0; i < 4; i++) riscv_assert(s[i] == was[i]);
  return 0;
}
