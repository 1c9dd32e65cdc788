// Random numbers at 0x10018000. The registers are in janus/rng.h.
#ifndef JANUS_RUNTIME_RNG_H
#define JANUS_RUNTIME_RNG_H

#include <janus/rng.h>
#include <stdbool.h>
#include <stdint.h>

static inline void rng_start(void) { *RNG_CTRL = RNG_CTRL_ENABLE; }

// The next number. Returns whether there is one: the source of noise may fail.
static inline bool rng_read(uint32_t* number) {
  if (!(*RNG_STATUS & RNG_STATUS_READY)) return false;
  *number = *RNG_DATA;
  return true;
}

#endif
