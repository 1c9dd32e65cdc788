// A complete binary tree of 2^DEPTH paths, with next to nothing between two forks. What a fork costs.
#include <janus.h>

#ifndef DEPTH
#define DEPTH 16
#endif

static unsigned bits[DEPTH];

int main(void) {
  JANUS_SYMBOLIC(bits);
  unsigned count = 0;
  for (int i = 0; i < DEPTH; ++i) {
    if (bits[i] > 1000) {
      __asm__ volatile("");  // a branch, and not a comparison added up
      ++count;
    }
  }
  riscv_assert(count <= DEPTH);
  return 0;
}
