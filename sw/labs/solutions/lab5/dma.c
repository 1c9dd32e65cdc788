#include "dma.h"

#include <csr.h>
#include <plic.h>

#define DMA_SOURCE (*(volatile uint32_t*)0x10020000)
#define DMA_TARGET (*(volatile uint32_t*)0x10020004)
#define DMA_COUNT (*(volatile uint32_t*)0x10020008)
#define DMA_CONTROL (*(volatile uint32_t*)0x1002000c)
#define DMA_STATUS (*(volatile uint32_t*)0x10020010)
enum { START = 1, INTERRUPT = 2 };
enum { BUSY = 1, DONE = 2 };
enum { DMA_INTERRUPT = 20 };

static uintptr_t owned;  // by the engine
static size_t owned_size;

void dma_start(void* target, const void* source, size_t size) {
  owned = (uintptr_t)target;
  owned_size = size;
  DMA_SOURCE = (uintptr_t)source;
  DMA_TARGET = (uintptr_t)target;
  DMA_COUNT = size;
  __asm__ volatile("" ::: "memory");  // what the engine reads is stored before it starts
  DMA_CONTROL = START | INTERRUPT;
}

static void finish(void) {
  DMA_STATUS = DONE;
  __asm__ volatile("" ::: "memory");  // what the engine has written is read afterwards
  owned_size = 0;
}

void dma_wait(void) {
  while (!(DMA_STATUS & DONE)) {
  }
  finish();
}

void dma_sleep(void) {
  plic_enable(DMA_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  while (!(DMA_STATUS & DONE)) __asm__ volatile("wfi");
  finish();
  const uint32_t source = plic_claim();
  if (source != 0) plic_complete(source);
}

bool dma_owns(const void* address) { return (uintptr_t)address - owned < owned_size; }
