// Adds up blocks of samples that a converter has left in slow memory: the DMA engine brings the next block while the
// core adds up this one.
#include <stdio.h>

#include "dma.h"

enum { WORDS = 64, BLOCKS = 4 };
static uint32_t samples[BLOCKS][WORDS];
static uint32_t buffer[WORDS];

static uint32_t sum(const uint32_t* words) {
  uint32_t total = 0;
  for (int i = 0; i < WORDS; ++i) total += words[i];
  return total;
}

int main(void) {
  uint32_t expected = 0, total = 0;
  for (int i = 0; i < BLOCKS * WORDS; ++i) expected += samples[i / WORDS][i % WORDS] = (uint32_t)(i * i);

  dma_start(buffer, samples[0], sizeof buffer);
  for (int block = 0; block < BLOCKS; ++block) {
    dma_wait();
    if (block + 1 < BLOCKS) dma_start(buffer, samples[block + 1], sizeof buffer);
    total += sum(buffer);
  }
  printf("%lu, expected %lu\n", (unsigned long)total, (unsigned long)expected);
  return total != expected;
}
