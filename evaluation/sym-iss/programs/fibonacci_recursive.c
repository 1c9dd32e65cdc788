// Fibonacci numbers by recursion, 0 to MAX_N. Paths: one for 0 and 1 together, one for each number above.
// The claim is a bound on the numbers' growth; unsafe: it is one too small for MAX_N.
// Exits: only MAX_N is claimed to occur, which an input of 0 stands for.
#include <janus.h>

#ifndef MAX_N
#define MAX_N 15
#endif

static int __attribute__((noinline)) fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

// The number for MAX_N, from the other end.
static inline __attribute__((always_inline)) int largest(void) {
  int current = 0, next = 1;
  for (int i = 0; i < MAX_N; ++i) {
    int sum = current + next;
    current = next;
    next = sum;
  }
  return current;
}

int main(void) {
  int n = MAX_N / 2;
  JANUS_SYMBOLIC(n);
  riscv_assume(n >= 0);
  riscv_assume(n <= MAX_N);
#ifdef EXITS
  n = MAX_N - n;
#endif

  int result = fibonacci(n);

#ifdef UNSAFE
  riscv_assert(result < largest());
#elif defined EXITS
  riscv_assert(result == largest());
#else
  riscv_assert(result >= 0);
  riscv_assert(result <= largest());
#endif
  return 0;
}
