// A meter: shows each sample of the sensor as a bar on the display.
//
//   janus run meter.elf --display pictures            pictures/picture-1.pbm, and so on
//   janus explore meter.elf --symbolic 'sensor=2, sensor.sample in 0..4095'          finds the sample that breaks it
//   janus explore meter_fixed.elf --symbolic 'sensor=2, sensor.sample in 0..4095'    safe
//
// The bug: a shift by all bits of a word is a shift by none, so the bar of length 0 is the longest. With FIXED there is
// no bar then.
#include <csr.h>
#include <display.h>
#include <janus.h>
#include <plic.h>
#include <sensor.h>
#include <stdint.h>

enum { kSamples = 2, kPeriod = 5, kTop = 4, kBottom = 11 };

// A bar of 0 to 32 pixels, from the left.
static uint32_t bar(uint32_t length) {
#ifdef FIXED
  if (length == 0) return 0;
#endif
  return UINT32_MAX << (DISPLAY_WIDTH - length);
}

// Draws, and sleeps until that is done. Interrupts are off, so wfi returns and no handler is called.
static void show(void) {
  display_show();
  while (!display_is_done()) __asm__ volatile("wfi");
  plic_complete(plic_claim());
}

int main(void) {
  plic_enable(DISPLAY_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  display_start();
  sensor_start(kPeriod, 1);
  for (int i = 0; i < kSamples; ++i) {
    uint16_t sample;
    while (!sensor_poll(&sample)) {
    }
    const uint32_t length = (sample + 64u) / 128;
    const uint32_t pixels = bar(length);
    riscv_assert((pixels & 1) == (length == DISPLAY_WIDTH));
    for (uint32_t row = kTop; row <= kBottom; ++row) display_set_row(row, pixels);
    show();
  }
  return 0;
}
