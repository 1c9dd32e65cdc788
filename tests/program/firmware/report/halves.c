// Samples go into two halves of a buffer in turns. The check for a full half is off by one. Where the functions are
// inlined, the numbers stay in registers until the loop has ended, which it never does.
#include <janus.h>

enum { kHalf = 6, kSamples = 14 };
static unsigned short halves[2][kHalf], samples[kSamples];
static unsigned which, filled, sum;

static void take(unsigned short sample) {
  halves[which][filled++] = sample;
  if (filled > kHalf) {
    filled = 0;
    which ^= 1;
    for (int i = 0; i < kHalf; i++) sum += halves[which ^ 1][i];
  }
}

int main(void) {
  unsigned expected = 0;
  JANUS_SYMBOLIC(samples);
  for (int i = 0; i < kSamples; i++) {
    take(samples[i]);
    if (i < 2 * kHalf) expected += samples[i];
  }
  riscv_assert(sum == expected);
  return 0;
}
