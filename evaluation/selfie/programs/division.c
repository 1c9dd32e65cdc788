// A divisor that one input makes zero, unless it is looked at first.
#include "input.h"
int main(void) {
  unsigned x = read_byte(), divisor = x - 42;
#ifndef UNSAFE
  if (divisor == 0) divisor = 1;
#endif
  volatile unsigned quotient = 1000 / divisor;
  return quotient > 1000;
}
