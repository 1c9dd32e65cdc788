// The primes below LIMIT, by the sieve of Eratosthenes: stores with growing strides over 100 kB.
#ifndef REPEAT
#define REPEAT 850
#endif
#include "speed.h"

#define LIMIT 100000u
#define PRIMES 9592u  // below LIMIT

static uint8_t composite[LIMIT];

uint32_t work(void) {
  for (uint32_t n = 0; n < LIMIT; ++n) composite[n] = 0;
  uint32_t primes = 0;
  for (uint32_t n = 2; n < LIMIT; ++n) {
    if (composite[n]) continue;
    ++primes;
    if (n > 316) continue;  // the square is beyond LIMIT
    for (uint32_t multiple = n * n; multiple < LIMIT; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

int main(void) { return repeat("sieve", PRIMES); }
