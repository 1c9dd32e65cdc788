// Arrays of variable length and `alloca`, one a USE, whose last element is one too far with BUG. They have a multiple
// of 16 bytes, which compilers round up to, so that nothing lies between.
#include <janus.h>
#include <stdint.h>

#ifdef BUG
#define TOO_FAR 1
#else
#define TOO_FAR 0
#endif
#define NOINLINE __attribute__((noipa, unused))
#define ANY(value) __asm__ volatile("" : "+r"(value)::"memory")  // the compiler knows nothing about a value any more

static volatile uint32_t sink;

NOINLINE static void fill(volatile uint8_t* bytes, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes[i] = (uint8_t)i;
}

// Passes two arguments on the stack.
NOINLINE static uint32_t sum_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f, uint32_t g,
                                uint32_t h, uint32_t i, const volatile uint8_t* j) {
  return a + b + c + d + e + f + g + h + i + j[0];
}

NOINLINE static uint32_t one_element(unsigned size, unsigned index) {
  volatile uint8_t row[size];
  row[0] = 0;
  row[index] = 1;
  return row[0];
}

NOINLINE static uint32_t two_rows(unsigned size, unsigned count) {
  volatile uint8_t upper[size], lower[size];
  fill(upper, size);
  fill(lower, count);
  return upper[0] + lower[0];
}

NOINLINE static uint32_t with_arguments(unsigned size, unsigned count) {
  volatile uint32_t kept[6] = {size, count};
  volatile uint8_t row[size];
  fill(row, size);
  const uint32_t sum = sum_of(kept[0], kept[1], 3, 4, 5, 6, 7, 8, 9, row);
  fill(row, count);
  return sum + kept[0] + row[0];
}

NOINLINE static uint32_t allocated(unsigned size, unsigned count) {
  uint8_t* row = __builtin_alloca(size + 1);  // GCC asks for 8 to 23 bytes more, and rounds up
  ANY(row);
  fill(row, count + 40 * TOO_FAR);
  return row[0];
}

NOINLINE static uint32_t allocated_often(unsigned size, unsigned count) {
  uint8_t* rows[3];
  for (unsigned i = 0; i < 3; ++i) {
    rows[i] = __builtin_alloca(size);
    ANY(rows[i]);
    fill(rows[i], i == 1 ? count + 40 * TOO_FAR : size);
  }
  return rows[0][0] + rows[2][0];
}

int main(void) {
  uint8_t n = 0, size = 16;
  JANUS_SYMBOLIC(n);
  riscv_assume(n <= 15 + TOO_FAR);
#if USE == 1
  sink = one_element(size, n);
#elif USE == 2  // the input says how long it is
  JANUS_SYMBOLIC(size);
  riscv_assume(size == 16 || size == 32);
  sink = one_element(size, n + size - 16);
#elif USE == 3
  sink = two_rows(size, n + 1);
#elif USE == 4
  sink = with_arguments(size, n + 1);
#elif USE == 5
  sink = allocated(size, n + 1);
#elif USE == 6
  sink = allocated_often(size, n + 1);
#endif
  return 0;
}
