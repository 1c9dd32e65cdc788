// A loop whose iterations do what a seed says: with numbers, with pointers into tables and into the frame, and with
// memory that was never written. Most seeds make a mistake sooner or later that only detectors see, or go round for
// ever.
#include <stdint.h>

#include "subsume_programs.h"

#define OPERATIONS 4
#define KEEP(x) __asm__ volatile("" : "+r"(x))

volatile uint32_t loop_seed = 1;
volatile int sink;

static int table[6], other[6];
static int* pointers[4];

static uint32_t draw(uint32_t* seed, uint32_t limit) {
  uint32_t x = *seed += 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return (x ^ (x >> 16)) % limit;
}

int main(void) {
  uint32_t seed = loop_seed, kind[OPERATIONS], number[OPERATIONS];
  for (int k = 0; k < OPERATIONS; ++k) {
    kind[k] = draw(&seed, 17);
    number[k] = draw(&seed, 8);
  }
  for (int k = 0; k < 4; ++k) pointers[k] = &other[k];
  const int n = any_between(0, 0x20000000);
  uint32_t a = 0, b = number[0];
  int *p = table, *q = other, local[4];
  for (int i = 0; i < n; ++i) {
    KEEP(i);
    for (int k = 0; k < OPERATIONS; ++k) {
      const uint32_t m = number[k];
      switch (kind[k]) {
        case 0: a += 1; break;
        case 1: b = a; break;
        case 2:
          if (a > m) a = 0;
          break;
        case 3: p += 1; break;
        case 4:
          if (a == m) q = p;
          break;
        case 5: sink = *p; break;
        case 6: table[a & 7] = 3; break;
        case 7:
          if (local[b & 3]) sink = 1;
          break;
        case 8: local[a & 3] = 1; break;
        case 9:
          if (b == m) i -= 1;
          break;
        case 10: pointers[a & 3] = &table[m]; break;
        case 11: sink = pointers[b & 3][m]; break;
        case 12:
          if (a > 2) p = table;
          break;
        case 13: riscv_poison(&other[m % 6], 4); break;
        case 14: sink = other[number[0] % 6]; break;
        case 15:
          if (a == m) a = 1;
          break;
        default: sink = *q; break;
      }
    }
  }
  return 0;
}
