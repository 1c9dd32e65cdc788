// XTEA, 4 cycles unrolled by hand: decrypt(encrypt(x)) == x for every x and a symbolic key word.
#include <janus.h>
#include <stdint.h>
#define DELTA 0x9e3779b9u
static uint32_t v[2], k[4] = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f};
#define E(n)                                             \
  a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + k[sum & 3]); \
  sum += DELTA;                                          \
  b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + k[(sum >> 11) & 3]);
#define D(n)                                                     \
  b -= (((a << 4) ^ (a >> 5)) + a) ^ (sum + k[(sum >> 11) & 3]); \
  sum -= DELTA;                                                  \
  a -= (((b << 4) ^ (b >> 5)) + b) ^ (sum + k[sum & 3]);
static void encrypt(uint32_t* v) {
  uint32_t a = v[0], b = v[1], sum = 0;
  E(0) E(1) E(2) E(3) v[0] = a;
  v[1] = b;
}
static void decrypt(uint32_t* v) {
  uint32_t a = v[0], b = v[1], sum = DELTA * 4;
  D(3)
  D(2)
  D(1)
#ifdef BUG
      b -= (((a << 4) ^ (a >> 5)) + a) ^ (sum + k[(sum >> 11) & 3]);
  sum -= DELTA;
  a -= (((b << 4) ^ (b >> 6)) + b) ^ (sum + k[sum & 3]);
#else
      D(0)
#endif
  v[0] = a;
  v[1] = b;
}
int main(void) {
  JANUS_SYMBOLIC(v);
  JANUS_SYMBOLIC(k[2]);
  uint32_t x = v[0], y = v[1];
  encrypt(v);
  decrypt(v);
  riscv_assert(v[0] == x);
  riscv_assert(v[1] == y);
  return 0;
}
