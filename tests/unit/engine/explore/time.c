// An input decides how long a stretch takes, and a clock tells. CLOCK: 0 is the CLINT's mtime, 1 is the stopwatch of
// tests/testing, 2 is mcycle, 3 is minstret. What is claimed of the time holds for all inputs but one, or for all (SAFE).
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static uint32_t now(void) {
#if CLOCK == 0
  return *(volatile uint32_t*)0x0200bff8u * 100;
#elif CLOCK == 1
  return *(volatile uint32_t*)0x10004010u;
#elif CLOCK == 2
  return csr_read(mcycle) * 10;
#else
  return csr_read(minstret) * 10;
#endif
}

int main(void) {
  uint8_t input = 0;
  JANUS_SYMBOLIC(input);
  const uint32_t begin = now();
  if (input == 7) {
    for (volatile int i = 0; i < 20; ++i) continue;
  }
  const uint32_t took = now() - begin;
#ifdef SAFE
  riscv_assert(took < 100000);
  riscv_assert((input != 7) | (took > 200));
#elif defined(SLOW_IS_RIGHT)
  riscv_assert(took > 1000);
#else
  riscv_assert(took < 1000);
#endif
  return 0;
}
