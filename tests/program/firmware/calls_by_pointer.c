// Calls by register, for a profiler: from one place to one function, to two, and to more than translated code remembers
// of a place; recursion; and tail calls among them.
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

typedef uint32_t Function(uint32_t);

#define LEAF(n) \
  NOINLINE static uint32_t leaf_##n(uint32_t x) { return x * (n + 3u) ^ n; }
LEAF(0)
LEAF(1) LEAF(2) LEAF(3) LEAF(4) LEAF(5) LEAF(6) LEAF(7) LEAF(8) LEAF(9) LEAF(10) LEAF(11)

    static Function* volatile leaves[] = {leaf_0, leaf_1, leaf_2, leaf_3, leaf_4,  leaf_5,
                                          leaf_6, leaf_7, leaf_8, leaf_9, leaf_10, leaf_11};

NOINLINE static uint32_t jumps_on(uint32_t x) { return leaves[x % 5](x + 1); }

static uint32_t sum_to(uint32_t x);
static Function* volatile itself = sum_to;
NOINLINE static uint32_t sum_to(uint32_t x) { return x == 0 ? 0 : x + itself(x - 1); }

static Function* volatile jumper = jumps_on;

int main(void) {
  uint32_t result = 1;
  for (uint32_t i = 0; i < 3000; ++i) {
    result += leaves[0](result);
    result += leaves[i & 1](result);
    result += leaves[result % 12](result);
    if (i % 16 == 0) result += sum_to(i % 100) + jumper(i);
  }
  volatile uint32_t kept = result;
  (void)kept;
  return 0;
}
