// Listing 12: the intersection of two sets. Unsafe: `++count` instead of `count++` skips result[0], and writes one
// element past the end. Safe with CORRECT.
#include <janus.h>

#define MAX_SIZE 3

static int array1[MAX_SIZE], array2[MAX_SIZE];
static int result[MAX_SIZE + 1];  // room for the element past the end, so that only the assertion fails

static int intersection(const int* a, int a_size, const int* b, int b_size, int* common) {
  int count = 0;
  for (int i = 0; i < a_size; ++i) {
    for (int j = 0; j < b_size; ++j) {
#ifdef CORRECT
      if (a[i] == b[j]) common[count++] = a[i];
#else
      if (a[i] == b[j]) common[++count] = a[i];
#endif
    }
  }
  return count;
}

static int contains(const int* set, int size, int element) {
  for (int i = 0; i < size; ++i) {
    if (set[i] == element) return 1;
  }
  return 0;
}

static void assume_set(const int* array) {
  for (int i = 0; i < MAX_SIZE; ++i) {
    for (int j = 0; j < i; ++j) riscv_assume(array[i] != array[j]);
  }
}

int main(void) {
  int size1 = 0, size2 = 0;
  JANUS_SYMBOLIC(size1);
  riscv_assume(size1 >= 0);
  riscv_assume(size1 <= MAX_SIZE);
  JANUS_SYMBOLIC(size2);
  riscv_assume(size2 >= 0);
  riscv_assume(size2 <= MAX_SIZE);
  JANUS_SYMBOLIC(array1);
  assume_set(array1);
  JANUS_SYMBOLIC(array2);
  assume_set(array2);

  int count = intersection(array1, size1, array2, size2, result);

  for (int i = 0; i < size1; ++i)
    riscv_assert(contains(array2, size2, array1[i]) == contains(result, count, array1[i]));
  for (int i = 0; i < size2; ++i)
    riscv_assert(contains(array1, size1, array2[i]) == contains(result, count, array2[i]));
  for (int i = 0; i < count; ++i) riscv_assert(!contains(result, i, result[i]));
  return 0;
}
