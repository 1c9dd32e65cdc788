// Divisions whose latency depends on their operands. BRUTE: divisors with every number of leading zeros, and both
// signs.
#include "worst_case.h"

static int32_t input[2];
volatile int32_t quotient, remainder_;

NOINLINE void measured(void) {
  quotient = 1000000 / input[0];
  if (quotient > 500) remainder_ = input[0] % input[1];
}

#ifdef BRUTE
static int32_t values[200];
static unsigned first, second;

static int next_input(void) {
  if (++second == 200) {
    second = 0;
    if (++first == 200) return 0;
  }
  input[0] = values[first];
  input[1] = values[second];
  return 1;
}

int main(void) {
  unsigned count = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    for (int more = -1; more <= 1; ++more) {
      values[count++] = (int32_t)((1u << bit) + (unsigned)more);
      values[count++] = -(int32_t)((1u << bit) + (unsigned)more);
    }
  }
  values[count++] = 1999;
  while (count < 200) values[count] = (int32_t)count, ++count;
  input[0] = values[0];
  input[1] = values[0];
  return measure_all(next_input);
}
#else
WORST_CASE_OF(input)
#endif
