// Right accesses at addresses that more than one thing has: the end of an array is the beginning of the next, a table
// that the linker collects begins with one of its entries, and what was data is code. With BUG, an index beyond the
// table.
#include <janus.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

struct command {
  uint32_t code, weight;
};
#define COMMAND(name, code, weight) \
  static const struct command name __attribute__((section("commands"), used, aligned(4))) = {code, weight}
COMMAND(start, 1, 10);
COMMAND(stop, 2, 20);
COMMAND(reset, 3, 30);
extern const struct command __start_commands[], __stop_commands[];

static uint32_t instructions[2];
static volatile uint32_t sink;

NOINLINE static uint32_t sum(const uint8_t* bytes) {
  uint32_t result = 1;
  for (int i = 0; i < 8; ++i) result = (result << 3 ^ result >> 5) + bytes[i];
  return result;
}

// The compiler has the address of `second` at hand, when it has gone through `first`.
static void go_through_neighbours(void) {
  static const uint32_t table[16] = {1, 5, 9, 2, 6, 11, 3, 7};
  uint8_t first[8], second[8], third[8];
  JANUS_SYMBOLIC(first);
  JANUS_SYMBOLIC(second);
  JANUS_SYMBOLIC(third);
  uint32_t result = 0;
  for (const uint8_t* byte = first; byte != first + 8; ++byte)
    result = (result ^ *byte) >> 4 ^ table[(result ^ *byte) & 15];
  sink = sum(first);
  sink = sum(second) ^ result;
  sink = sum(third);
  for (const uint8_t* byte = second; byte != second + 8; ++byte)
    result = (result ^ *byte) >> 4 ^ table[(result ^ *byte) & 15];
  sink = sum(third) + result;
}

static const uint8_t lower[8] = "in order", upper[8] = "to reach";

// As C libraries have it: the instruction's constant leads to the byte in front of the array that the pointer began in.
NOINLINE static int differ(const uint8_t* a, const uint8_t* b, unsigned size) {
  unsigned at = 0;
  while (at != size) {
    const uint8_t *left = a + at++, *right = b + at;
    if (*left != right[-1]) return 1;
  }
  return 0;
}

static void compare_neighbours(void) {
  uint8_t copy[8];
  for (int i = 0; i < 4; ++i) {
    const uint8_t* const array = i & 1 ? lower : upper;
    for (int k = 0; k < 8; ++k) copy[k] = array[k];
    riscv_assert(i & 1 ? !differ(copy, lower, 8) : !differ(copy, upper, 8));
  }
}

int main(void) {
  go_through_neighbours();
  compare_neighbours();

  uint8_t n = 0;
  JANUS_SYMBOLIC(n);
#ifdef BUG
  riscv_assume(n <= 3);
#else
  riscv_assume(n < __stop_commands - __start_commands);
#endif
  sink = __start_commands[n].weight;

  instructions[0] = 0x00050513 | (uint32_t)n << 20;  // addi a0, a0, n
  instructions[1] = 0x00008067;                      // ret
  __asm__ volatile("fence.i" ::: "memory");
  riscv_assert(((int (*)(int))instructions)(4) == 4 + n);
  return 0;
}
