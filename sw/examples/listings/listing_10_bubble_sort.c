// Listing 10: bubble sort that makes one pass too few. Unsafe: (3, 2, 1) becomes (2, 1, 3). With CORRECT it is safe.
#include <janus.h>

#define MAX_SIZE 5

#ifdef CORRECT
#define PASSES(length) (length)
#else
#define PASSES(length) ((length)-1)
#endif

static int array[MAX_SIZE];

static void bubble_sort(int* values, int length) {
  for (int i = 1; i < PASSES(length); ++i) {
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
