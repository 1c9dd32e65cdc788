// Fibonacci numbers by iteration, 0 to MAX_N. Paths: one for each number, MAX_N + 1 together.
// Two neighbours are checked against Cassini's identity; unsafe: the claim is wrong for MAX_N alone.
// Exits: it is right for MAX_N alone, which an input of 0 stands for.
#include <janus.h>

#ifndef MAX_N
#define MAX_N 15
#endif

int main(void) {
  int n = MAX_N / 2;
  JANUS_SYMBOLIC(n);
  riscv_assume(n >= 0);
  riscv_assume(n <= MAX_N);
#ifdef EXITS
  n = MAX_N - n;
#endif

  int previous = 1, current = 0;  // of index -1 and 0
  for (int i = 0; i < n; ++i) {
    int next = previous + current;
    previous = current;
    current = next;
  }

  int sign = 1 - 2 * (n & 1);  // (-1)^n
  int cassini = previous * (previous + current) - current * current;
#ifdef UNSAFE
  riscv_assert(cassini == sign + (n == MAX_N));
#elif defined EXITS
  riscv_assert(cassini == sign + (n != MAX_N));
#else
  riscv_assert(cassini == sign);
#endif
  return 0;
}
