// The DMA engine at 0x10019000, PLIC source 18 (DMA_INTERRUPT). Its registers are in janus/dma.h.
//
// The compiler does not know that the engine reads and writes memory: nothing may use a buffer between dma_start() and
// the dma_wait() that follows, which are barriers for the compiler.
#ifndef JANUS_RUNTIME_DMA_H
#define JANUS_RUNTIME_DMA_H

#include <janus/dma.h>
#include <stdbool.h>
#include <stdint.h>

enum { DMA_BYTES = 0u, DMA_HALVES = 1u << 8, DMA_WORDS = 2u << 8 };

// Begins to copy `elements` elements, 1 to 65535, one each `microseconds`, or all at once with 0. `control`: DMA_BYTES,
// DMA_HALVES or DMA_WORDS, with DMA_CTRL_KEEP_SOURCE for the register of a device, and DMA_CTRL_IRQ.
static inline void dma_start(volatile void* to, const volatile void* from, uint32_t elements, uint32_t control,
                             uint32_t microseconds) {
  __asm__ volatile("" ::: "memory");
  *DMA_SOURCE = (uint32_t)from;
  *DMA_DESTINATION = (uint32_t)to;
  *DMA_COUNT = elements;
  *DMA_PERIOD = microseconds;
  *DMA_EVENTS = DMA_EVENTS_DONE | DMA_EVENTS_FAILED;
  *DMA_CTRL = control | DMA_CTRL_START;
}

static inline bool dma_is_busy(void) { return *DMA_STATUS & DMA_STATUS_BUSY; }

// Waits until the engine has ended. Returns whether it has copied everything.
static inline bool dma_wait(void) {
  while (dma_is_busy()) {
  }
  __asm__ volatile("" ::: "memory");
  return !(*DMA_EVENTS & DMA_EVENTS_FAILED);
}

#endif
