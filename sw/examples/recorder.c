// Records samples of the sensor by DMA, and finds the highest.
//
// The bug: the engine still writes the samples while the firmware looks at them, so a sample may be higher than the
// highest. With FIXED the firmware waits for the engine.
#include <dma.h>
#include <janus.h>
#include <sensor.h>
#include <stdio.h>

enum { kSamples = 4, kPeriod = 10 };  // microseconds

static uint32_t samples[kSamples], kept[kSamples];

int main(void) {
  sensor_start(kPeriod, 8);
  dma_start(samples, SENSOR_SAMPLE, kSamples, DMA_WORDS | DMA_CTRL_KEEP_SOURCE, kPeriod);
#ifdef FIXED
  riscv_assert(dma_wait());
#endif
  uint32_t highest = 0;
  for (int i = 0; i < kSamples; ++i) {
    if (((volatile uint32_t*)samples)[i] > highest) highest = samples[i];
  }
  printf("the highest of %d samples: %lu\n", kSamples, (unsigned long)highest);
  riscv_assert(dma_wait());
  dma_start(kept, samples, kSamples, DMA_WORDS, 0);
  riscv_assert(dma_wait());
  for (int i = 0; i < kSamples; ++i) riscv_assert(kept[i] <= highest);
  return 0;
}
