// Bubble sort of SIZE symbolic elements, no fewer: SIZE! paths, or one if states merge, whose elements are minima and
// maxima.
#include <janus.h>
#ifndef SIZE
#define SIZE 10
#endif
static int array[SIZE];
int main(void) {
  JANUS_SYMBOLIC(array);
  for (int i = 0; i < SIZE - 1; ++i)
    for (int j = 0; j < SIZE - 1 - i; ++j)
      if (array[j] > array[j + 1]) {
        int t = array[j];
        array[j] = array[j + 1];
        array[j + 1] = t;
      }
  for (int i = 0; i + 1 < SIZE; ++i) riscv_assert(array[i] <= array[i + 1]);
  return 0;
}
