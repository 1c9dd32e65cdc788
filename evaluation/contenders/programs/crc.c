// A frame with CRC-16/CCITT by table; checked bit by bit; then the payload is used as a length.
#include <janus.h>
#include <stdint.h>
#define N 6
static uint8_t frame[N];
static uint16_t table[16];
static void make(void) {
  for (unsigned i = 0; i < 16; i++) {
    uint16_t c = (uint16_t)(i << 12);
    for (int k = 0; k < 4; k++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1);
    table[i] = c;
  }
}
static uint16_t by_table(const uint8_t* p, int n) {
  uint16_t c = 0xffff;
  while (n--) {
    c = (uint16_t)(c << 4 ^ table[(c >> 12 ^ *p >> 4) & 15]);
    c = (uint16_t)(c << 4 ^ table[(c >> 12 ^ *p) & 15]);
    p++;
  }
  return c;
}
static uint16_t by_bits(const uint8_t* p, int n) {
  uint16_t c = 0xffff;
  while (n--) {
    c ^= (uint16_t)(*p++ << 8);
    for (int k = 0; k < 8; k++) {
      uint16_t mask = (uint16_t) - (c >> 15);
#ifdef BUG
      c = (uint16_t)(c << 1 ^ (0x1021 & mask) ^ (c == 0x1d0f));
#else
      c = (uint16_t)(c << 1 ^ (0x1021 & mask));
#endif
    }
  }
  return c;
}
int main(void) {
  make();
  JANUS_SYMBOLIC(frame);
  uint16_t want = (uint16_t)(frame[4] << 8 | frame[5]);
  if (by_table(frame, 4) != want) return 0;
  riscv_assert(by_bits(frame, 4) == want);
  return 0;
}
