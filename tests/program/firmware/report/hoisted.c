// Lines that never happen, and whose constants the compiler makes all the same.
#include <janus.h>
#include <stdint.h>

enum { FINE = 1, BROKEN = 0x303 };
static unsigned errors;

static __attribute__((noipa)) void count(unsigned status) {
  unsigned step = 1;  // happens
  if (status == BROKEN) {
    step = 100;  // never happens
  }
  errors += step;
}

static __attribute__((noipa)) unsigned limit(unsigned value) {
  if (value > 250) {
    return 7;  // never returned
  }
  return value > 20 ? 3 : 2;
}

int main(void) {
  uint8_t frame[2];
  JANUS_SYMBOLIC(frame);
  riscv_assume(frame[1] < 100);
  count(frame[0] == 17 ? FINE : FINE + 1);
  riscv_assert(limit(frame[1]) < 8);
  riscv_assert(errors == 1);
  return 0;
}
