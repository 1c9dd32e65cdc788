// Binary search for 16 bits among 40 numbers. BRUTE: all of them.
#include "worst_case.h"

static uint16_t input;
static uint16_t table[40];
volatile int found;

NOINLINE void measured(void) {
  int low = 0, high = 39;
  found = -1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (table[middle] == input) {
      found = middle;
      return;
    }
    if (table[middle] < input) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
}

__attribute__((constructor)) static void fill(void) {
  for (int i = 0; i < 40; ++i) table[i] = (uint16_t)(i * i * 37 + 5);
}

#ifdef BRUTE
static int next_input(void) { return ++input != 0; }
int main(void) { return measure_all(next_input); }
#else
WORST_CASE_OF(input)
#endif
