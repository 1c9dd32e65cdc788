// The primes below LIMIT, by the sieve of Eratosthenes: stores with growing strides over 250 kB.
#ifndef REPEAT
#define REPEAT 330
#endif
#include "speed.h"

#define LIMIT 250000u
#define PRIMES 22044u  // below LIMIT

static uint8_t composite[LIMIT];

uint32_t work(void) {
  for (uint32_t n = 0; n < LIMIT; ++n) composite[n] = 0;
  uint32_t primes = 0;
  for (uint32_t n = 2; n < LIMIT; ++n) {
    if (composite[n]) continue;
    ++primes;
    if (n > 499) continue;  // the square is beyond LIMIT
    for (uint32_t multiple = n * n; multiple < LIMIT; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

int main(void) { return repeat("sieve", PRIMES); }
