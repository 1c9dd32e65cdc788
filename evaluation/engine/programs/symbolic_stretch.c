// One path, straight through symbolic data: each round mixes two symbolic words with sums, shifts, masks, loads and
// stores, and branches on nothing. What a term costs.
#include <janus.h>

#ifndef ROUNDS
#define ROUNDS 20000
#endif

static unsigned words[16];

int main(void) {
  unsigned a = 1, b = 2;
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(b);
  for (int i = 0; i < ROUNDS; ++i) {
    unsigned mixed = (a & 0xff00ff) + (b >> 3) + (unsigned)i;
    words[i & 15] = mixed ^ words[(i + 5) & 15];
    a = (a << 1 | a >> 31) ^ (unsigned)i;
    b = words[(i + 9) & 15] + 7;
  }
  riscv_assert((words[3] & 0) == 0);
  return 0;
}
