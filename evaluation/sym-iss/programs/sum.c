// Sum of an array ("Addieren"): non-negative elements have a non-negative sum.
// Paths: one for each size, MAX_SIZE together. Unsafe: nothing bounds the elements, so the sum overflows.
#include <janus.h>

#ifndef MAX_SIZE
#define MAX_SIZE 10
#endif

static int field[MAX_SIZE];

static int sum(const int* values, int size) {
  int total = 0;
  for (int i = 0; i < size; ++i) total += values[i];
  return total;
}

int main(void) {
  int size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(field);
  for (int i = 0; i < MAX_SIZE; ++i) {
    riscv_assume(field[i] >= 0);
#ifndef UNSAFE
    riscv_assume(field[i] <= 0x7fffffff / MAX_SIZE);
#endif
  }

  riscv_assert(sum(field, size) >= 0);
  return 0;
}
