// A loop that counts down to a bound from wherever the input says.
#include "input.h"
#define START 60
#define BOUND 48
int main(void) {
  unsigned x = read_byte(), steps = 0;
  if (x > START) x = START;
  for (; x > BOUND; --x) ++steps;
#ifdef UNSAFE
  return steps == START - BOUND;
#else
  return steps > START - BOUND;
#endif
}
