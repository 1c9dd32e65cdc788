// CLINT: the core-local interruptor of SiFive's FU540-C000, for one hart.
// Made by `janus device clint --format c`; do not edit.
#ifndef JANUS_CLINT_H
#define JANUS_CLINT_H

#include <stdint.h>

#define CLINT_BASE 0x02000000u

// MSIP: software interrupt; read, write
#define CLINT_MSIP ((volatile uint32_t*)(CLINT_BASE + 0x00u))
#define CLINT_MSIP_PENDING 0x1u  // raises the interrupt

// MTIMECMP[2]: the timer interrupts while mtime >= mtimecmp: 64 bits, the low word first; read, write
#define CLINT_MTIMECMP ((volatile uint32_t*)(CLINT_BASE + 0x4000u))

// MTIME[2]: counts at 10 MHz, or as the platform says: 64 bits, the low word first; read, write
#define CLINT_MTIME ((volatile uint32_t*)(CLINT_BASE + 0xbff8u))

#endif
