// Copies a kilobyte by the core, and by the DMA engine: waiting and asleep.
#include <janus.h>
#include <stdio.h>
#include <string.h>

#include "dma.h"

enum { WORDS = 256 };
static uint32_t from[WORDS], to[WORDS];

static void by_core(void) {
  for (int i = 0; i < WORDS; ++i) to[i] = from[i];
  __asm__ volatile("" ::: "memory");
}
static void by_dma(void) {
  dma_start(to, from, sizeof to);
  dma_wait();
}
static void by_dma_asleep(void) {
  dma_start(to, from, sizeof to);
  dma_sleep();
}

static void measure(const char* name, void (*copy)(void)) {
  memset(to, 0, sizeof to);
  riscv_mark_begin();
  copy();
  const unsigned long cycles = riscv_mark_end();
  printf("%-11s %s, %lu cycles\n", name, memcmp(from, to, sizeof to) == 0 ? "right" : "WRONG", cycles);
}

int main(void) {
  for (int i = 0; i < WORDS; ++i) from[i] = (uint32_t)i * 0x9e3779b1;
  measure("core", by_core);
  measure("dma", by_dma);
  measure("dma, asleep", by_dma_asleep);
  return 0;
}
