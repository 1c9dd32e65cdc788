// A path takes a sample more from the FIFO than another, and then both do the same. They must not become one: the next
// sample is another one.
#include <janus.h>
#include <sensor.h>

int main(void) {
  *SENSOR_PERIOD = 5;
  *SENSOR_CTRL = SENSOR_CTRL_ENABLE;
  while ((*SENSOR_STATUS & SENSOR_STATUS_LEVEL) < 4) continue;
  *SENSOR_CTRL = 0;

  if (*SENSOR_SAMPLE & 1) (void)*SENSOR_SAMPLE;
  __asm__ volatile("nop" ::: "memory");  // where the paths meet
  riscv_assert(*SENSOR_SAMPLE != 7);
  return 0;
}
