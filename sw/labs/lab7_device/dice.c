// Throws dice with the generator of random numbers.
#include <janus.h>
#include <stdint.h>
#include <stdio.h>

#define TRNG_BASE 0x10014000u
#define TRNG_CTRL (*(volatile uint32_t*)TRNG_BASE)
#define TRNG_STATUS (*(const volatile uint32_t*)(TRNG_BASE + 4))
#define TRNG_NUMBER (*(const volatile uint32_t*)(TRNG_BASE + 8))

// The upper bits of a product are a number below 6, without a division.
static unsigned throw_dice(void) {
  while (!TRNG_STATUS) continue;
  return (unsigned)(((uint64_t)TRNG_NUMBER * 6) >> 32) + 1;
}

int main(void) {
  TRNG_CTRL = 1;
  unsigned sum = 0;
  for (int i = 0; i < 2; ++i) {
    const unsigned points = throw_dice();
    riscv_assert(points - 1 < 6);
    sum += points;
  }
  riscv_print("sum", sum);
  riscv_assert(sum != 12);
  return 0;
}
