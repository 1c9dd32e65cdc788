// A thermometer: takes eight samples from the sensor by its interrupt, and turns them into degrees along a curve.
//
// The sensor of the author gave twelve bits, and the firmware works with each of their values:
//
//   janus run thermometer.elf                       a ramp of samples
//   janus explore thermometer.elf --symbolic 'sensor=8, sensor.sample in 0..4095'    safe
//
// But the converter has 16 bits, and it uses them when its input is open:
//
//   janus explore thermometer.elf --symbolic sensor=8          finds the samples that break it
//   janus explore thermometer_fixed.elf --symbolic sensor=8    safe
#include <csr.h>
#include <janus.h>
#include <plic.h>
#include <sensor.h>
#include <stdint.h>
#include <uart.h>

enum { SAMPLES = 8, WATERMARK = 4, PERIOD = 20 };

static uint16_t samples[SAMPLES];
static volatile unsigned taken;

// --- The driver.

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  if (csr_read(mcause) != MCAUSE_MACHINE_EXTERNAL) __builtin_trap();
  uint32_t source = plic_claim();
  if (source == SENSOR_INTERRUPT) {
    riscv_assert(!sensor_lost_samples());
    uint16_t sample;
    while (sensor_poll(&sample)) {
      if (taken < SAMPLES) samples[taken++] = sample;
    }
  }
  if (source != 0) plic_complete(source);
}

// In tenths of a degree, for the samples 0, 256, 512, ... 4096.
static const int16_t curve[17] = {-400, -371, -338, -301, -260, -214, -163, -106, -42,
                                  29,   108,  197,  297,  410,  539,  687,  858};

static int tenths_of(uint16_t sample) {
#ifdef FIXED
  if (sample > 4095) sample = 4095;
#endif
  unsigned step = sample >> 8;
  int low = curve[step], high = curve[step + 1];
  return low + (((high - low) * (sample & 255)) >> 8);
}

// --- Its user.

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(SENSOR_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  sensor_start(PERIOD, WATERMARK);

  // Tests and sleeps with interrupts off: an interrupt after the test stays pending, and `wfi` returns at once.
  while (taken < SAMPLES) {
    __asm__ volatile("wfi");
    csr_set(mstatus, MSTATUS_MIE);
    csr_clear(mstatus, MSTATUS_MIE);
  }
  sensor_stop();

  int warm = 0;
  for (unsigned i = 0; i < SAMPLES; ++i) {
    int tenths = tenths_of(samples[i]);
    riscv_assert(tenths >= -400 && tenths <= 858);
    warm += tenths > 250;
  }
  uart_put_string(warm > SAMPLES / 2 ? "warm\n" : "not warm\n");
  return 0;
}
