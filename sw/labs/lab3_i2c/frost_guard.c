// A frost guard: reads the thermometer four times, and heats below two degrees. LED 0 is the heater.
#include <gpio.h>
#include <i2c.h>
#include <janus.h>
#include <stdio.h>

#include "thermometer.h"

int main(void) {
  i2c_start();
#ifdef SLEEP
  i2c_sleep_in_transfers();
#endif
  if (!thermometer_is_there()) {
    puts("there is no thermometer");
    return 1;
  }
  for (int i = 0; i < 4; ++i) {
    int eighths;
    if (!thermometer_read(&eighths)) return 1;
    riscv_print("eighths of a degree", (unsigned long)eighths);
    gpio_set_leds(eighths < 2 * 8);
  }
  puts("done");
  return 0;
}
