// Debouncer with integrator for 4 buttons (vertical counters), against a scalar model; 8 samples.
#include <janus.h>
#include <stdint.h>
#define SAMPLES 8
static uint8_t sample[SAMPLES];
static uint8_t stable, c0, c1;
static uint8_t debounce(uint8_t raw) {
  uint8_t delta = raw ^ stable;
#ifdef BUG
  c1 = (c1 ^ c0) & (delta | 8);
  c0 = ~c0 & delta;
#else
  c1 = (c1 ^ c0) & delta;
  c0 = ~c0 & delta;
#endif
  uint8_t toggle = delta & ~(c0 | c1);
  stable ^= toggle;
  return toggle & stable;
}
int main(void) {
  uint8_t count[4] = {0}, model = 0;
  JANUS_SYMBOLIC(sample);
  for (int s = 0; s < SAMPLES; s++) {
    uint8_t pressed = debounce(sample[s]) & 15, expected = 0;
    for (int b = 0; b < 4; b++) {
      int raw = sample[s] >> b & 1, is = model >> b & 1;
      if (raw == is)
        count[b] = 0;
      else if (++count[b] == 4) {
        count[b] = 0;
        model ^= (uint8_t)(1 << b);
        if (raw) expected |= (uint8_t)(1 << b);
      }
    }
    riscv_assert((stable & 15) == model);
    riscv_assert(pressed == expected);
  }
  return 0;
}
