// A filter over samples, and an alarm.
#include <janus.h>
#include <stdint.h>

#define N 8
static int16_t samples[N];
static int32_t weights[N];
static int alarm;

static int32_t filter(const int16_t* x, unsigned length) {
  int32_t sum = 0;
  for (unsigned i = 0; i < length; i++) {
    if (x[i] < 0) continue;
    sum += x[i] * weights[i];
  }
  return sum;
}

static unsigned longest_run(const int16_t* x, unsigned length) {
  unsigned best = 0, run = 0;
  for (unsigned i = 0; i < length; i++) {
    if (x[i] > 100) {
      run++;
      if (run > best) best = run;
    } else {
      run = 0;
    }
  }
  return best;
}

int main(void) {
  for (int i = 0; i < N; i++) weights[i] = 3 + i;
  uint8_t raw[2 * N];
  JANUS_SYMBOLIC(raw);
  for (int i = 0; i < N; i++) samples[i] = (int16_t)(raw[2 * i] | raw[2 * i + 1] << 8);
  int32_t level = filter(samples, N);
  unsigned run = longest_run(samples, N);
  do {
    if (run >= 5)
      alarm = 1;
    else
      alarm = 0;
  } while (alarm == 2);
  riscv_assert(!(alarm && level < 3000));
  return 0;
}
