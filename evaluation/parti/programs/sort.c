// Figures 6 and 7: sorts an array of concrete numbers among which one or two are symbolic, at places drawn from a seed.
// SORT is one of the six functions. Paths: one for each outcome of the comparisons. Safe.
#include <janus.h>

#include "parameters.h"

#ifndef SORT
#define SORT bubble_sort
#endif

#define MAX_SIZE 512

static void swap(int* a, int* b) {
  int value = *a;
  *a = *b;
  *b = value;
}

void bubble_sort(int* values, int size) {
  for (int end = size - 1; end > 0; --end) {
    for (int i = 0; i < end; ++i) {
      if (values[i] > values[i + 1]) swap(&values[i], &values[i + 1]);
    }
  }
}

void heap_sort(int* values, int size) {
  int start = size / 2, end = size;
  while (end > 1) {
    if (start > 0)
      --start;
    else
      swap(&values[0], &values[--end]);
    for (int root = start, child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && values[child] < values[child + 1]) ++child;
      if (values[root] >= values[child]) break;
      swap(&values[root], &values[child]);
    }
  }
}

void insertion_sort(int* values, int size) {
  for (int i = 1; i < size; ++i) {
    int value = values[i], at = i;
    for (; at > 0 && values[at - 1] > value; --at) values[at] = values[at - 1];
    values[at] = value;
  }
}

void merge_sort(int* values, int size) {
  static int merged[MAX_SIZE];
  for (int width = 1; width < size; width *= 2) {
    for (int low = 0; low < size; low += 2 * width) {
      int middle = low + width < size ? low + width : size;
      int high = low + 2 * width < size ? low + 2 * width : size;
      for (int left = low, right = middle, to = low; to < high; ++to) {
        if (left < middle && (right == high || values[left] <= values[right]))
          merged[to] = values[left++];
        else
          merged[to] = values[right++];
      }
    }
    for (int i = 0; i < size; ++i) values[i] = merged[i];
  }
}

void quick_sort(int* values, int size) {
  if (size < 2) return;
  int pivot = values[size - 1], smaller = 0;
  for (int i = 0; i < size - 1; ++i) {
    if (values[i] < pivot) swap(&values[i], &values[smaller++]);
  }
  swap(&values[smaller], &values[size - 1]);
  quick_sort(values, smaller);
  quick_sort(values + smaller + 1, size - smaller - 1);
}

void selection_sort(int* values, int size) {
  for (int i = 0; i < size - 1; ++i) {
    int least = i;
    for (int j = i + 1; j < size; ++j) {
      if (values[j] < values[least]) least = j;
    }
    swap(&values[i], &values[least]);
  }
}

static unsigned next(unsigned* state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  return *state ^= *state << 5;
}

int main(void) {
  static int array[MAX_SIZE];
  static unsigned char is_symbolic[MAX_SIZE];
  int size = (int)parameters.size;
  unsigned random = parameters.seed * 2654435761u | 1;
  for (int i = 0; i < size; ++i) array[i] = (int)next(&random);
  for (unsigned left = parameters.entries; left > 0;) {
    unsigned place = next(&random) % parameters.size;
    if (is_symbolic[place]) continue;
    is_symbolic[place] = 1;
    --left;
    riscv_make_symbolic_named(&array[place], sizeof array[place], "entry");
  }

  SORT(array, size);

  if (parameters.check) {
    for (int i = 0; i < size - 1; ++i) riscv_assert(array[i] <= array[i + 1]);
  }
  return 0;
}
