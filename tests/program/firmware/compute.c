// Computes primes by a sieve, and a checksum with multiplications and divisions.
#include <csr.h>
#include <stdint.h>
#include <stdio.h>

#define LIMIT 4000u

static uint8_t composite[LIMIT];

int main(void) {
  uint32_t primes = 0, checksum = 1;
  for (uint32_t n = 2; n < LIMIT; ++n) {
    if (composite[n]) continue;
    ++primes;
    checksum = checksum * n + (checksum / n ^ checksum % n);
    for (uint32_t multiple = n * n; multiple < LIMIT; multiple += n) composite[multiple] = 1;
  }
  printf("%u primes below %u, checksum %08x\n", (unsigned)primes, LIMIT, (unsigned)checksum);
  printf("%u instructions, %u cycles\n", (unsigned)csr_read(minstret), (unsigned)csr_read(mcycle));
  return 0;
}
