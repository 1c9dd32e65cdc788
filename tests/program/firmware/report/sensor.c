// A thermometer on the sensor device; readings have a range.
#include <janus.h>
#include <sensor.h>
#include <stdint.h>
#include <stdio.h>
static int32_t celsius(uint32_t raw) { return (int32_t)(raw * 165 / 4096) - 40; }
static const char* alarm(int32_t t) {
  if (t > 130) return "broken";
  if (t > 90) return "hot";
  if (t < -20) return "cold";
  return "fine";
}
int main(void) {
  sensor_start(100, 1);
  int32_t worst = -100;
  for (int i = 0; i < 3; ++i) {
    uint16_t sample = 0;
    while (!sensor_poll(&sample)) {
    }
    uint32_t raw = sample;
    if (raw > 4095) {
      puts("noise");
      return 1;
    }
    int32_t t = celsius(raw);
    if (t > worst) worst = t;
  }
  puts(alarm(worst));
  riscv_assert(worst <= 125);
  return 0;
}
