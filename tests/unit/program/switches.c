// Switches that are compiled to jump tables. switches_test.cpp counts their cases.
#include <stdint.h>

static volatile uint32_t port;

__attribute__((noinline)) uint32_t dense(uint32_t x) {
  switch (x) {
    case 0: return port + 1;
    case 1: return port * 3;
    case 2: return port ^ 7;
    case 3: return port - x * 5;
    case 4: port = 9; return 4;
    case 5: return port << 2;
    default: return 0;
  }
}

// A switch whose cases have a hole and do not begin at 0. It is in a loop, out of which the compiler moves the bound
// and the table's address.
__attribute__((noinline)) uint32_t machine(const uint8_t* text) {
  uint32_t state = 0;
  for (;;) {
    switch (*text++) {
      case 'a': state += port; break;
      case 'b': state ^= port; break;
      case 'c': state *= port; break;
      case 'd': state -= port; break;
      case 'f': state |= port; break;
      case 'g': return state;
      default: state = port;
    }
  }
}

// The cases cover every value, so the compiler leaves out the comparison with a bound.
__attribute__((noinline)) uint32_t masked(uint32_t x) {
  switch (x & 7) {
    case 0: return port + 1;
    case 1: return port * 3;
    case 2: return port ^ 7;
    case 3: return port - x * 5;
    case 4: port = 9; return 4;
    case 5: return port << 2;
    case 6: return port >> 2;
    case 7: return port | 2;
  }
  return 0;
}

int main(void) { return (int)(dense(port) + machine((const uint8_t*)"abcdg") + masked(port)); }
