// PLIC: the platform-level interrupt controller, for machine mode of one hart.
// Made by `janus device plic --format c`; do not edit.
#ifndef JANUS_PLIC_H
#define JANUS_PLIC_H

#include <stdint.h>

#define PLIC_BASE 0x0c000000u

// PRIORITY[96]: of source n; read, write
#define PLIC_PRIORITY ((volatile uint32_t*)(PLIC_BASE + 0x00u))
#define PLIC_PRIORITY_LEVEL 0x7u  // 0: never
#define PLIC_PRIORITY_LEVEL_SHIFT 0

// PENDING[3]: sources that wait to be claimed, 32 in each word; read only
#define PLIC_PENDING ((const volatile uint32_t*)(PLIC_BASE + 0x1000u))

// ENABLE[3]: sources that interrupt, 32 in each word; read, write
#define PLIC_ENABLE ((volatile uint32_t*)(PLIC_BASE + 0x2000u))

// THRESHOLD: only higher priorities interrupt; read, write
#define PLIC_THRESHOLD ((volatile uint32_t*)(PLIC_BASE + 0x200000u))
#define PLIC_THRESHOLD_LEVEL 0x7u  // 0 to 7
#define PLIC_THRESHOLD_LEVEL_SHIFT 0

// CLAIM: read: claims a source, 0 if there is none; write: completes it; read, write
#define PLIC_CLAIM ((volatile uint32_t*)(PLIC_BASE + 0x200004u))

#endif
