// A loop that counts up to a bound from wherever the input says.
#include "input.h"
#define START 48
#define BOUND 60
int main(void) {
  unsigned x = read_byte(), steps = 0;
  if (x < START) x = START;
  for (; x < BOUND; ++x) ++steps;
#ifdef UNSAFE
  return steps == 7;  // from 53
#else
  return steps > BOUND - START;
#endif
}
