// A function measured() whose time depends on its input. With BRUTE, main() measures it for each input that matters and
// prints the most and the fewest cycles; without, the input is symbolic, and Janus finds the two.
#pragma once

#include <janus.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

void measured(void);

#define WORST_CASE_OF(input) \
  int main(void) {           \
    JANUS_SYMBOLIC(input);   \
    measured();              \
    return 0;                \
  }

// `next_input` makes the next input, until it returns 0.
static inline int measure_all(int (*next_input)(void)) {
  unsigned long most = 0, least = ~0ul;
  do {
    riscv_mark_begin();
    measured();
    unsigned long cycles = riscv_mark_end();
    if (cycles > most) most = cycles;
    if (cycles < least) least = cycles;
  } while (next_input());
  printf("most %lu least %lu\n", most, least);
  return 0;
}
