// A greenhouse keeper: the firmware reads a thermometer and decides whether to heat or to open the window.
//
// The firmware was written in spring, and works on every day that its author has seen:
//
//   janus run quickstart.elf          a pleasant day
//   janus explore quickstart.elf      all days of the year, including one on which the keeper fails
//   janus explore quickstart_fixed.elf
//
// The thermometer's format is common: twelve bits in two bytes, left-aligned, two's complement, in sixteenths of a
// degree Celsius.
#include <janus.h>
#include <stdint.h>
#include <stdio.h>

enum action { REST, HEAT, OPEN_WINDOW };

#define DEGREES(n) ((n)*16)

static uint8_t reading[2] = {0x15, 0x80};  // 21.5 degrees

static int temperature(const uint8_t bytes[2]) {
#ifdef FIXED
  return (int8_t)bytes[0] * 16 + (bytes[1] >> 4);
#else
  return bytes[0] << 4 | bytes[1] >> 4;
#endif
}

static enum action decide(int sixteenths) {
  if (sixteenths < DEGREES(8)) return HEAT;
  if (sixteenths > DEGREES(28)) return OPEN_WINDOW;
  return REST;
}

int main(void) {
  puts("Good morning! The keeper of the greenhouse reads the thermometer.");

  // Any reading that the data sheet allows, -55 to 125 degrees. In a concrete run it stays 21.5 degrees.
  JANUS_SYMBOLIC(reading);
  riscv_assume((int8_t)reading[0] >= -55);
  riscv_assume((int8_t)reading[0] <= 125);

  enum action action = decide(temperature(reading));

  // The property: never open the window in frost. The topmost bit is the sign.
  int freezing = reading[0] >> 7;
  riscv_assert(!(freezing && action == OPEN_WINDOW));

  switch (action) {
    case REST: puts("What a pleasant day. Nothing to do."); break;
    case HEAT: puts("It is chilly in here. Heating."); break;
    case OPEN_WINDOW: puts("It is hot in here. Opening the window."); break;
  }
  return 0;
}
