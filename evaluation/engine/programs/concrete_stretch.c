// Nothing symbolic: about 50 million instructions of a pseudo-random walk over a table, with calls, loads and stores.
// What explore costs compared with run, before the first symbolic value appears.
#include <janus.h>

#ifndef ROUNDS
#define ROUNDS 1500000
#endif

static unsigned table[256];

static unsigned __attribute__((noinline)) next(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

int main(void) {
  unsigned x = 2463534242u, sum = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    x = next(x);
    unsigned* entry = &table[x & 255];
    *entry += x;
    if (*entry & 1)
      sum += *entry;
    else
      sum ^= (unsigned)i * 3;
  }
  riscv_assert(sum != 0);
  return 0;
}
