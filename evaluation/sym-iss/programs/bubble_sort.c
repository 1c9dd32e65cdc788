// Bubble sort of up to MAX_SIZE elements. Paths: k! for each size k, since each path is one order of the elements.
// Unsafe: one pass too few (the paper's Listing 10).
#include <janus.h>

#ifndef MAX_SIZE
#define MAX_SIZE 7
#endif

static int array[MAX_SIZE];

static void bubble_sort(int* values, int length) {
#ifdef UNSAFE
  int passes = length - 2;
#else
  int passes = length - 1;
#endif
  for (int i = 1; i <= passes; ++i) {
    for (int j = 0; j < length - i; ++j) {
      if (values[j] > values[j + 1]) {
        int larger = values[j];
        values[j] = values[j + 1];
        values[j + 1] = larger;
      }
    }
  }
}

int main(void) {
  int size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(array);

  bubble_sort(array, size);

  for (int i = 0; i < size - 1; ++i) riscv_assert(array[i] <= array[i + 1]);
  return 0;
}
