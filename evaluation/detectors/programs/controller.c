// A controller adds up an error in an integer of 32 bits.
#include <janus.h>
#include <stdint.h>

static int16_t samples[3];
static volatile int32_t output;

__attribute__((noinline)) static int32_t step(int32_t sum, int32_t error) {
#ifdef FIXED
  return (int32_t)((uint32_t)sum + (uint32_t)(error * 30));
#else
  return sum + error * 300000;
#endif
}

int main(void) {
  JANUS_SYMBOLIC(samples);
  int32_t sum = 0;
  for (unsigned i = 0; i < 3; ++i) sum = step(sum, samples[i]);
  output = sum;
  return 0;
}
