// Two keys, one after the other, guard a failing assertion. A path with a wrong key counts bits, on 2^10 paths.
// Depth-first search explores all paths of the first count before it finds the first key.
#include <janus.h>
#include <stdint.h>

static uint32_t count(uint32_t bits) {
  uint32_t ones = 0;
  for (int i = 0; i < 10; ++i) {
    if (bits >> i & 1) __asm__ volatile("addi %0, %0, 1" : "+r"(ones));
  }
  return ones;
}

int main(void) {
  uint32_t first = 0, second = 0, bits = 0;
  JANUS_SYMBOLIC(first);
  JANUS_SYMBOLIC(second);
  JANUS_SYMBOLIC(bits);
  if (first != 0x5eed) return count(bits) > 10;
  if (second != 0xcafe) return count(~bits) > 10;
  riscv_assert(0);
  return 0;
}
