// Firmware that begins again for some inputs, for ever: by a call of its start-up code, which leaves all that was
// called behind. What is kept counts the times, up to a bound. Unsafe: without that bound.
#include <janus.h>
#include <stdint.h>

extern void _start(void);
static uint32_t times __attribute__((section(".noinit"))), key __attribute__((section(".noinit")));

int main(void) {
  if (key != 0x600d) key = 0x600d, times = 0;
  uint8_t command;
  JANUS_SYMBOLIC(command);
  if (command == 'r') {
    ++times;
#ifndef UNSAFE
    if (times > 12) times = 12;
#endif
    _start();
  }
  riscv_assert(times <= 12);
  return 0;
}
