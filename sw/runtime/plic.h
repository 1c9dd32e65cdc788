// Platform-level interrupt controller. Context 0: machine mode of hart 0.
#ifndef JANUS_RUNTIME_PLIC_H
#define JANUS_RUNTIME_PLIC_H

#include <janus/plic.h>
#include <stdint.h>

static inline void plic_enable(uint32_t source, uint32_t priority) {
  PLIC_PRIORITY[source] = priority;
  PLIC_ENABLE[source / 32] |= 1u << source % 32;
  *PLIC_THRESHOLD = 0;
}

// Claims the source to serve; 0 if there is none. The source stays claimed until plic_complete().
static inline uint32_t plic_claim(void) { return *PLIC_CLAIM; }
static inline void plic_complete(uint32_t source) { *PLIC_CLAIM = source; }

#endif
