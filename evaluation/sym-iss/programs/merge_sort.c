// Merge sort of exactly SIZE elements. Paths: SIZE!, since each path is one order of the elements.
// Unsafe: what is left of the right half after merging is forgotten.
#include <janus.h>

#ifndef SIZE
#define SIZE 7
#endif

static int array[SIZE], merged[SIZE];

// [low, middle) and [middle, high) are sorted.
static void merge(int low, int middle, int high) {
  int left = low, right = middle, out = low;
  while (left < middle && right < high) {
    if (array[left] <= array[right])
      merged[out++] = array[left++];
    else
      merged[out++] = array[right++];
  }
  while (left < middle) merged[out++] = array[left++];
#ifdef UNSAFE
  while (right < high - 1) merged[out++] = array[right++];
#else
  while (right < high) merged[out++] = array[right++];
#endif
  for (int i = low; i < high; ++i) array[i] = merged[i];
}

static void __attribute__((noinline)) merge_sort(int low, int high) {
  if (high - low < 2) return;
  int middle = low + (high - low) / 2;
  merge_sort(low, middle);
  merge_sort(middle, high);
  merge(low, middle, high);
}

int main(void) {
  JANUS_SYMBOLIC(array);

  merge_sort(0, SIZE);

  for (int i = 0; i < SIZE - 1; ++i) riscv_assert(array[i] <= array[i + 1]);
  return 0;
}
