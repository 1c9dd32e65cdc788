// Listing 8: claims that the sum of non-negative numbers is non-negative. Unsafe: 32 bits overflow.
#include <janus.h>

#define MAX_SIZE 10u

static int field[MAX_SIZE];

static int sum(const int* values, unsigned size) {
  int total = 0;
  for (unsigned i = 0; i < size; ++i) total += values[i];
  return total;
}

int main(void) {
  unsigned size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(field);
  for (unsigned i = 0; i < MAX_SIZE; ++i) riscv_assume(field[i] >= 0);

  riscv_assert(sum(field, size) >= 0);
  return 0;
}
