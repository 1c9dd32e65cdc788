// The driver of the DMA engine at 0x10020000, source 20 of the PLIC. One transfer at a time.
#ifndef DMA_H
#define DMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Begins to copy `size` bytes, a multiple of 4. Until the transfer has ended, the target belongs to the engine: nobody
// else may read or write it.
void dma_start(void* target, const void* source, size_t size);

// Returns when the transfer has ended.
void dma_wait(void);
// The same, asleep. Interrupts must be off (mstatus.MIE).
void dma_sleep(void);

// Whether the byte at `address` belongs to the engine, as far as the driver knows.
bool dma_owns(const void* address);

#endif
