// A buffer overflow that shows only much later: copy() writes one word too many, over `limit`.
#include <stdint.h>
#include <stdio.h>

static struct {
  uint32_t buffer[4];
  uint32_t limit;
} table = {.limit = 100};

volatile uint32_t sum;

static void __attribute__((noinline)) copy(uint32_t words) {
  for (uint32_t i = 0; i < words; ++i) table.buffer[i] = 7 * i;  // the bug: `words` may be 5
}

static uint32_t __attribute__((noinline)) work(uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; ++i) sum += i ^ (sum << 1);
  return sum;
}

static void __attribute__((noinline)) check(void) {
  if (table.limit != 100) {
    puts("limit is corrupt");
    __builtin_trap();
  }
}

int main(void) {
  puts("begin");
  copy(4);
  check();
  work(500);
  copy(5);
  work(2000000);
  check();
  puts("fine");
  return 0;
}
