// What the programs have in common: work that is done REPEAT times, each time with a known result, and one line by UART
// at the end.
#ifndef SPEED_H
#define SPEED_H

#include <stdint.h>
#include <stdio.h>

#ifndef REPEAT
#error "how often?"
#endif

// One repetition. The compiler knows nothing about it, or it would do the work once.
uint32_t __attribute__((noipa)) work(void);

// What is printed at the end: all results, and whatever else work adds to it.
static uint32_t checksum;

// What main returns: whether each repetition had the result that is expected.
static int repeat(const char* name, uint32_t expected) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < REPEAT; ++n) {
    uint32_t result = work();
    checksum = 31 * checksum + result;
    wrong += result != expected;
  }
  printf("%s: checksum %08lx, %lu of %lu wrong\n", name, (unsigned long)checksum, (unsigned long)wrong,
         (unsigned long)REPEAT);
  return wrong != 0;
}

// Numbers without a pattern (the constants are those of Numerical Recipes); the high bits are the good ones.
static inline uint32_t next_random(uint32_t* state) { return *state = 1664525u * *state + 1013904223u; }

#endif
