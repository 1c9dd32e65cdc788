// Quicksort of up to MAX_SIZE elements, the last one the pivot. Paths: k! for each size k, since each path is one order
// of the elements. Unsafe: the element before the pivot is left out of the partition.
#include <janus.h>

#ifndef MAX_SIZE
#define MAX_SIZE 7
#endif

static int array[MAX_SIZE];

static void swap(int* a, int* b) {
  int old = *a;
  *a = *b;
  *b = old;
}

static int partition(int low, int high) {
  int pivot = array[high];
#ifdef UNSAFE
  int end = high - 1;
#else
  int end = high;
#endif
  int boundary = low;  // the elements before it are smaller than the pivot
  for (int i = low; i < end; ++i) {
    if (array[i] < pivot) swap(&array[boundary++], &array[i]);
  }
  swap(&array[boundary], &array[high]);
  return boundary;
}

// Both ends included.
static void __attribute__((noinline)) quick_sort(int low, int high) {
  if (low >= high) return;
  int middle = partition(low, high);
  quick_sort(low, middle - 1);
  quick_sort(middle + 1, high);
}

int main(void) {
  int size = MAX_SIZE;
  JANUS_SYMBOLIC(size);
  riscv_assume(size >= 1);
  riscv_assume(size <= MAX_SIZE);
  JANUS_SYMBOLIC(array);

  quick_sort(0, size - 1);

  for (int i = 0; i < size - 1; ++i) riscv_assert(array[i] <= array[i + 1]);
  return 0;
}
