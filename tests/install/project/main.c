// A brake looks at two sensors of speed, and must not believe that it stands still at full speed.
#include <filter.h>
#include <janus.h>
#include <stdio.h>

static uint8_t speeds[2] = {40, 44};

int main(void) {
  puts("brake");
  JANUS_SYMBOLIC(speeds);
  const uint8_t speed = mean(speeds[0], speeds[1]);
  riscv_assert(speed >= (speeds[0] < speeds[1] ? speeds[0] : speeds[1]));
  return 0;
}
