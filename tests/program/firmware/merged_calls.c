// Calls with the same end: a compiler that makes code small lets them share it, under the line of one of them.
#include <janus.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

static volatile uint32_t refused;

NOINLINE static void refuse(uint32_t* reply, uint32_t why) {
  *reply = why;
  refused = why;
}

NOINLINE static void write_register(uint32_t* reply, uint32_t number, uint32_t value) {
  if (number > 7) {
    refuse(reply, 2);
    return;
  }
  if (value > 100) {
    refuse(reply, 3);  // never
    return;
  }
  *reply = value;
}

int main(void) {
  uint32_t reply = 0;
  uint8_t number, value;
  JANUS_SYMBOLIC(number);
  JANUS_SYMBOLIC(value);
  riscv_assume(value <= 100);
  write_register(&reply, number, value);
  return 0;
}
