// Adds up blocks of samples that a converter has left in slow memory: the DMA engine brings the next block while the
// core adds up this one.
#include <janus.h>
#include <stdio.h>

#include "dma.h"

enum { WORDS = 64, BLOCKS = 4 };
static uint32_t samples[BLOCKS][WORDS];
static uint32_t buffers[2][WORDS];

static uint32_t sum(const uint32_t* words) {
  uint32_t total = 0;
  riscv_assert(!dma_owns(words));
  for (int i = 0; i < WORDS; ++i) total += words[i];
  return total;
}

int main(void) {
  uint32_t expected = 0, total = 0;
  for (int i = 0; i < BLOCKS * WORDS; ++i) expected += samples[i / WORDS][i % WORDS] = (uint32_t)(i * i);

  dma_start(buffers[0], samples[0], sizeof buffers[0]);
  for (int block = 0; block < BLOCKS; ++block) {
    dma_wait();
    if (block + 1 < BLOCKS) dma_start(buffers[(block + 1) % 2], samples[block + 1], sizeof buffers[0]);
    total += sum(buffers[block % 2]);
  }
  printf("%lu, expected %lu\n", (unsigned long)total, (unsigned long)expected);
  return total != expected;
}
