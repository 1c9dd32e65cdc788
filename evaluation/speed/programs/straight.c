// Straight-line code: a loop of some two thousand instructions without a branch, as unrolled ciphers and hashes are.
#ifndef REPEAT
#define REPEAT 7000
#endif
#include "speed.h"

// A round of ChaCha on four words (RFC 8439, 2.1).
#define ROTATED(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)             \
  (a += b, d ^= a, d = ROTATED(d, 16)); \
  (c += d, b ^= c, b = ROTATED(b, 12)); \
  (a += b, d ^= a, d = ROTATED(d, 8));  \
  (c += d, b ^= c, b = ROTATED(b, 7))
#define TEN(what) what what what what what what what what what what

uint32_t work(void) {
  uint32_t a = 0x11111111, b = 0x01020304, c = 0x9b8d6f43, d = 0x01234567;
  for (uint32_t n = 0; n < 100; ++n) {
    TEN(TEN(QUARTER(a, b, c, d);))
  }
  return a ^ b ^ c ^ d;
}

int main(void) { return repeat("straight", 0xf8c55a77); }
