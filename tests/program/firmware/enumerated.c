// Programs for trying every value, selected by -DCASE=k...; -DBUG plants a mistake.
#include <stdint.h>

#include "janus.h"

enum Case { kHailstone, kLengths, kAssumed, kPeeks, kTooMany, kEndless, kStays, kClock };

// Each 16-bit number comes to 1, in at most 339 steps.
static void hailstone(void) {
  uint16_t start;
  riscv_make_symbolic(&start, sizeof start);
  riscv_assume(start > 0);
  uint32_t number = start, steps = 0;
  while (number != 1) {
    number = number % 2 ? 3 * number + 1 : number / 2;
    ++steps;
  }
#ifdef BUG
  riscv_assert(steps != 339);
#else
  riscv_assert(steps <= 339);
#endif
}

// How many inputs follow depends on the first one.
static void lengths(void) {
  uint8_t length, bytes[3] = {0};
  riscv_make_symbolic(&length, 1);
  riscv_assume(length < 3);
  uint32_t sum = 0, product = 1;
  for (uint8_t i = 0; i < length; ++i) {
    riscv_make_symbolic(&bytes[i], 1);
    sum += bytes[i];
    product *= bytes[i] | 1;
  }
#ifdef BUG
  riscv_assert(product % 251 != 7 || sum % 83 != 5);
#else
  riscv_assert(product % 2 == 1);
#endif
}

// Words of which few values are left.
static void assumed(void) {
  uint32_t a, b;
  riscv_make_symbolic(&a, sizeof a);
  riscv_make_symbolic(&b, sizeof b);
  riscv_assume(a < 700);
  riscv_assume(b >= 90 && b < 150);
  uint32_t x = a, y = b;
  while (y) {
    const uint32_t rest = x % y;
    x = y, y = rest;
  }
#ifdef BUG
  riscv_assert(x != 119);
#else
  riscv_assert(a % x == 0 && b % x == 0);
#endif
}

static void peeks(void) {
  uint8_t byte;
  riscv_make_symbolic(&byte, 1);
  riscv_assert(riscv_get_value(byte) == byte);
}

static void too_many(void) {
  uint8_t bytes[4];
  riscv_make_symbolic(bytes, sizeof bytes);
  riscv_assert(bytes[0] * bytes[1] != bytes[2] * bytes[3] + 65536u);
}

static void endless(void) {
  uint8_t byte;
  riscv_make_symbolic(&byte, 1);
  for (uint32_t i = 0; byte * 7 % 13 == 5; ++i) riscv_assert(i < UINT32_MAX);
}

static uint32_t total = 3;  // what a run stores must not be there in the next one
static void stays(void) {
  static uint8_t seen[8192];
  uint8_t bytes[2];
  riscv_make_symbolic(bytes, sizeof bytes);
  total += bytes[0];
  ++seen[bytes[1] * 32];
  riscv_assert(total == 3u + bytes[0] && seen[bytes[1] * 32] == 1);
}

// Time passes as on one path.
static void clock(void) {
  uint8_t byte;
  riscv_make_symbolic(&byte, 1);
  uint32_t before, after;
  __asm__ volatile("csrr %0, mcycle" : "=r"(before)::"memory");
  for (uint32_t i = 0; i < byte; ++i) __asm__ volatile("" ::: "memory");
  __asm__ volatile("csrr %0, mcycle" : "=r"(after)::"memory");
#ifdef BUG
  riscv_assert(after - before < 255);
#else
  riscv_assert(after - before >= byte);
#endif
}

int main(void) {
  switch (CASE) {
    case kHailstone: hailstone(); break;
    case kLengths: lengths(); break;
    case kAssumed: assumed(); break;
    case kPeeks: peeks(); break;
    case kTooMany: too_many(); break;
    case kEndless: endless(); break;
    case kStays: stays(); break;
    case kClock: clock(); break;
  }
  return 0;
}
