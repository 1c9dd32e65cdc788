// Two calls of a function whose local variables lie where another one has left its own.
#include <janus.h>
#include <stdint.h>

static uint8_t first[3], second[3];

__attribute__((noinline)) static uint32_t leave(uint32_t seed) {
  volatile uint32_t left[24];
  for (unsigned i = 0; i < 24; i++) left[i] = seed ^ 0x80000700u;
  return left[seed % 24];
}

__attribute__((noinline)) static uint32_t parse(const uint8_t* text) {  // opening line
  uint32_t v = 0;
  for (unsigned n = 0; n < 2; n++) {
    unsigned c = text[n];
    if (c < '0' || c > '9') return 0;
    v = v * 10 + (c - '0');
  }
  riscv_assert(v <= 99);
  return v;
}

int main(void) {
  JANUS_SYMBOLIC(first);
  JANUS_SYMBOLIC(second);
  uint32_t sum = parse(first);
  leave(first[2]);
  sum += parse(second);
  riscv_assert(sum < 150);
  return 0;
}
