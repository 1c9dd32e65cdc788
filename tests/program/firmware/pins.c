// Values that depend on inputs, in registers of devices: the LEDs keep them; pins are asked for their bits.
#include <janus.h>
#include <stdint.h>

#define LEDS (*(volatile uint32_t*)0x10012004)
#define PERIOD (*(volatile uint32_t*)0x10012010)
#define PINS (*(volatile uint32_t*)0x10030000)
#define OUTPUT_EN (*(volatile uint32_t*)0x10030008)
#define OUTPUT_VAL (*(volatile uint32_t*)0x1003000c)
#define INPUT_EN (*(volatile uint32_t*)0x10030004)

int main(void) {
  static uint32_t x;
  static uint8_t y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  LEDS = x;
  const uint32_t seen = LEDS;
  riscv_assert(seen == (x & 0xff));
  if (y > 99) LEDS = seen ^ y;  // two states with other symbols in them
  riscv_assert(LEDS == (y > 99 ? (x & 0xff) ^ y : (x & 0xff)));
#ifdef WRONG
  riscv_assert(LEDS != 77);
#endif
  OUTPUT_VAL = x;
  OUTPUT_VAL = OUTPUT_VAL & 3;
  INPUT_EN = OUTPUT_EN = 1;
  riscv_assert(PINS == (x & 1));
  riscv_assert(OUTPUT_VAL == (x & 3));
  LEDS = 0;
  return 0;
}
