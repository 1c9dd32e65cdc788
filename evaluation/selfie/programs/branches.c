// BRANCHES decisions on a byte each: 2^BRANCHES paths, whose sums meet in one claim at the end.
// Unsafe: the claim is that some byte is even; the path on which all are odd refutes it.
#include "input.h"

#ifndef BRANCHES
#define BRANCHES 8
#endif

int main(void) {
  unsigned odd = 0, even = 0;
  unsigned all __attribute__((unused)) = 0;
  for (int i = 0; i < BRANCHES; ++i) {
    unsigned byte = read_byte();
    all += byte;
    if (byte & 1) {
      odd += byte;
    } else {
      even += byte + 2;
    }
  }
#ifdef UNSAFE
  riscv_assert(even != 0);
#else
  riscv_assert(odd + even >= all);
#endif
  return 0;
}
