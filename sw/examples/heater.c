// A heater that must not overheat: measures the temperature, sets the power by pulse widths, and keeps its settings in
// the EEPROM. A watchdog resets the machine if the loop takes too long.
//
//   janus run heater.elf
//   janus explore heater.elf --symbolic i2c=4          finds the readings for which the loop takes too long
//   janus explore heater_fixed.elf --symbolic i2c=4    safe, for all readings
//
// Where it is far too hot, the heater is off for three periods, and nobody feeds the watchdog meanwhile. On the
// author's desk it never was.
#include <eeprom.h>
#include <i2c.h>
#include <janus.h>
#include <pwm.h>
#include <uart.h>
#include <watchdog.h>

enum { THERMOMETER = 0x48, PERIOD = 1000, WATCHDOG = 2500, ROUNDS = 2, TOO_HOT = 20 };

struct settings {
  uint8_t magic, wanted;  // degrees
};

static int degrees(void) {
  const uint8_t select = 0;
  uint8_t reading[2] = {0};
  riscv_assert(i2c_write_read(THERMOMETER, &select, 1, reading, sizeof reading));
  return (int8_t)reading[0];
}

static void wait_for_a_period(void) {
  while (!pwm_has_wrapped()) {
  }
}

static void cool_down(void) {
  pwm_set(0);
  for (int i = 0; i < 3; ++i) {
    wait_for_a_period();
#ifdef FIXED
    watchdog_feed();
#endif
  }
}

int main(void) {
  struct settings settings = {0x5a, 2};
  i2c_start();
  riscv_assert(eeprom_write(0x0e, (const uint8_t*)&settings, sizeof settings));
  settings.wanted = 0;
  riscv_assert(eeprom_read(0x0e, (uint8_t*)&settings, sizeof settings));
  riscv_assert(settings.magic == 0x5a && settings.wanted == 2);

  pwm_start(PERIOD, 0);
  watchdog_start(WATCHDOG);
  for (int round = 0; round < ROUNDS; ++round) {
    const int missing = settings.wanted - degrees();
    if (missing < -TOO_HOT) {
      cool_down();
    } else {
      const int high = missing < 0 ? 0 : missing > 10 ? PERIOD : missing * (PERIOD / 10);
      riscv_assert(high >= 0 && high <= PERIOD);
      pwm_set(high);
    }
    wait_for_a_period();
    watchdog_feed();
  }
  uart_put_string("warm enough\n");
  return 0;
}
