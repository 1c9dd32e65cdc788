// A loop counter that runs to an input of at most MAX_COUNT. Paths: MAX_COUNT + 1.
// Unsafe: the last value is claimed not to occur. Exits: it is claimed to be the only one, so every other exit fails;
// and the input counts down from it, so that whoever follows the smallest value first sees the last exit first.
#include <janus.h>

#ifndef MAX_COUNT
#define MAX_COUNT 450
#endif

int main(void) {
  int count = MAX_COUNT / 2;
  JANUS_SYMBOLIC(count);
  riscv_assume(count >= 0);
  riscv_assume(count <= MAX_COUNT);
#ifdef EXITS
  count = MAX_COUNT - count;
#endif

  int i = 0;
  while (i < count) {
    ++i;
    __asm__ volatile("" : "+r"(i));  // else the compiler replaces the loop by its result
  }

#ifdef UNSAFE
  riscv_assert(i < MAX_COUNT);
#elif defined EXITS
  riscv_assert(i == MAX_COUNT);
#else
  riscv_assert(i == count);
#endif
  return 0;
}
