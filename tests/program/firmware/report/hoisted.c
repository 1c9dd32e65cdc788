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

// Where the loop goes on, the compiler asks for the next round first, and copies the child only then.
uint8_t heap[4] = {9, 1, 2, 3};
uint8_t place[16];
unsigned used = 3;

static int earlier(unsigned a, unsigned b) { return (int8_t)(heap[a] - heap[b]) < 0; }
static void put(unsigned to, uint8_t value) {
  heap[to] = value;
  place[value] = (uint8_t)to;
}

static __attribute__((noipa)) void down(unsigned i) {
  for (;;) {
    unsigned child = 2 * i + 1;
    if (child >= used) return;
    if (child + 1 < used && earlier(child + 1, child)) child++;
    if (!earlier(child, i)) return;
    uint8_t moved = heap[child];
    put(child, heap[i]);
    put(i, moved);
    i = child;
  }
}

int main(void) {
  uint8_t frame[2];
  JANUS_SYMBOLIC(frame);
  riscv_assume(frame[1] < 100);
  down(0);
  count(frame[0] == 17 ? FINE : FINE + 1);
  riscv_assert(limit(frame[1]) < 8);
  riscv_assert(errors == 1);
  return 0;
}
