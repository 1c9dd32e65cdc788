// Maximum of up to MAX_SIZE elements. Paths: 2^(k-1) for each size k, 2^MAX_SIZE - 1 together.
// Unsafe: it starts from zero, and so is wrong about negative numbers.
#include <janus.h>

#ifndef MAX_SIZE
#define MAX_SIZE 15
#endif

static int array[MAX_SIZE];

static int maximum(const int* values, int size) {
#ifdef UNSAFE
  int max = 0;
  int first = 0;
#else
  int max = values[0];
  int first = 1;
#endif
  for (int i = first; i < size; ++i) {
    if (values[i] > max) max = values[i];
  }
  return max;
}

int main(void) {
  int size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(array);

  int max = maximum(array, size);

  int is_element = 0;
  for (int i = 0; i < size; ++i) {
    riscv_assert(array[i] <= max);
    is_element |= array[i] == max;
  }
  riscv_assert(is_element);
  return 0;
}
