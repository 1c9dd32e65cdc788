// Laws of bit manipulation for every input. Compiled for RV32IMA and for Zba, Zbb and Zbs, it has the same verdict; WRONG
// makes one law wrong for one word.
#include <janus.h>
#include <stdint.h>

static uint32_t a = 0x80c01234, n = 7;
static uint32_t table[4] = {3, 1, 4, 1};

static uint32_t rotate_left(uint32_t x, uint32_t by) { return x << (by & 31) | x >> (-by & 31); }
static uint32_t rotate_right(uint32_t x, uint32_t by) { return x >> (by & 31) | x << (-by & 31); }
static uint32_t least(uint32_t x, uint32_t y) { return x < y ? x : y; }
static uint32_t most(uint32_t x, uint32_t y) { return x < y ? y : x; }
static uint32_t reversed(uint32_t x) { return __builtin_bswap32(x); }

int main(void) {
  JANUS_SYMBOLIC(a);
  JANUS_SYMBOLIC(n);
  const uint32_t x = a, by = n;
  riscv_assert(rotate_right(rotate_left(x, by), by) == x);
  riscv_assert(least(x, by) + most(x, by) == x + by);
  riscv_assert((x & ~by) + (x & by) == x);
  riscv_assert((x ^ 1U << (by & 31)) != x);
  riscv_assert(((x | 1U << (by & 31)) >> (by & 31) & 1) == 1);
  riscv_assert((int8_t)x == (int32_t)(x << 24) >> 24);
  riscv_assert(reversed(reversed(x)) == x);
  riscv_assert(table[x & 3] <= 4);
#ifdef __riscv_zbb
  riscv_assert(x == 0 || x >> (31 - __builtin_clz(x)) == 1);
  riscv_assert(x == 0 || (x >> __builtin_ctz(x) & 1) == 1);
  riscv_assert(__builtin_popcount(x) <= 32);
#endif
#ifdef WRONG
  riscv_assert(rotate_left(x, 8) != 0x12345678 || by != 0x5a);
#endif
  return 0;
}
