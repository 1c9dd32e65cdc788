// Figures 4 and 5, the worst case of multi-intervals: the sum of n variables, each 0 or 2^i, has 2^n values, no two of
// them neighbours. (Two comparisons leave a variable these two values: it is at most 2^i, and one less wraps around or
// is at least 2^i - 1.) MULTIPLIED by one more variable, 0 or 1, it is what PARTI gives up on after all that work;
// without, it is the control program. One path, and safe: the sum is less than 2^(n+1).
#include <janus.h>

#include "parameters.h"

#define MAX_SIZE 30

int main(void) {
  static unsigned variables[MAX_SIZE];
  unsigned size = parameters.size, sum = 0;
  for (unsigned i = 0; i < size; ++i) {
    JANUS_SYMBOLIC(variables[i]);
    unsigned bit = 2u << i;
    riscv_assume(variables[i] <= bit);
    riscv_assume(variables[i] - 1 >= bit - 1);
    sum += variables[i];
  }
#ifdef MULTIPLIED
  unsigned factor = 0;
  JANUS_SYMBOLIC(factor);
  riscv_assume(factor <= 1);
  sum *= factor;
#endif
  riscv_assert(sum < 2u << size);
  return 0;
}
