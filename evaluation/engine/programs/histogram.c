// Stores through a symbolic index, followed by loads: a histogram of three symbolic values. The counts add up.
#include <janus.h>

#define BINS 16
#define VALUES 3

static unsigned char bins[BINS];
static unsigned char values[VALUES];

int main(void) {
  JANUS_SYMBOLIC(values);
  for (int i = 0; i < VALUES; ++i) {
    riscv_assume(values[i] < BINS);
    ++bins[values[i]];
  }
  unsigned sum = 0;
  for (int i = 0; i < BINS; ++i) sum += bins[i];
  riscv_assert(sum == VALUES);
  riscv_assert(bins[values[0]] >= 1);
  return 0;
}
