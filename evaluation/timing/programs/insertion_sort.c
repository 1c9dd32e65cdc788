// Insertion sort of eight bytes. BRUTE: all orders of eight different ones.
#include "worst_case.h"

static uint8_t input[8];

NOINLINE void measured(void) {
  for (unsigned i = 1; i < sizeof input; ++i) {
    uint8_t value = input[i];
    unsigned to = i;
    for (; to > 0 && input[to - 1] > value; --to) input[to] = input[to - 1];
    input[to] = value;
  }
}

#ifdef BRUTE
static uint8_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static void reverse(unsigned first, unsigned last) {
  for (; first < last; ++first, --last) {
    uint8_t kept = order[first];
    order[first] = order[last];
    order[last] = kept;
  }
}

// The next order in the dictionary.
static int next_input(void) {
  unsigned last = sizeof order - 1, pivot = last, other = last;
  while (pivot > 0 && order[pivot - 1] > order[pivot]) --pivot;
  if (pivot == 0) return 0;
  while (order[other] < order[pivot - 1]) --other;
  uint8_t kept = order[pivot - 1];
  order[pivot - 1] = order[other];
  order[other] = kept;
  reverse(pivot, last);
  for (unsigned i = 0; i < sizeof input; ++i) input[i] = order[i];
  return 1;
}

int main(void) {
  for (unsigned i = 0; i < sizeof input; ++i) input[i] = order[i];
  return measure_all(next_input);
}
#else
WORST_CASE_OF(input)
#endif
