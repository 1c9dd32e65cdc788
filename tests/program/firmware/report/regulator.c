// A regulator in fixed point, with a filter over samples.
#include <janus.h>
#include <stdint.h>
static int16_t samples[3];
static int16_t limit_ = 200;
static int32_t integral;
static int16_t clamp(int32_t v) {
  if (v > limit_) return limit_;
  if (v < -limit_) return (int16_t)-limit_;
  return (int16_t)v;
}
static int16_t regulate(int16_t want, int16_t is) {
  int32_t error = want - is;
  integral += error;
  if (integral > 3000) integral = 3000;
  int32_t out = error * 3 + integral / 4;
  int16_t scaled = (int16_t)(out >> 1);
  return clamp(scaled);
}
int main(void) {
  JANUS_SYMBOLIC(samples);
  int16_t last = 0;
  for (int i = 0; i < 3; ++i) {
    riscv_assume(samples[i] > -20000);
    last = regulate(1000, samples[i]);
    if (samples[i] < 0) riscv_assert(last >= 0);
  }
  return last == 12345;
}
