// Random numbers.
// Made by `janus device rng --format c`; do not edit.
#ifndef JANUS_RNG_H
#define JANUS_RNG_H

#include <stdint.h>

#define RNG_BASE 0x10018000u

// CTRL: control; read, write
#define RNG_CTRL ((volatile uint32_t*)(RNG_BASE + 0x00u))
#define RNG_CTRL_ENABLE 0x1u  // numbers are made

// STATUS: whether there are numbers; read only
#define RNG_STATUS ((const volatile uint32_t*)(RNG_BASE + 0x04u))
#define RNG_STATUS_READY 0x1u  // DATA has one

// DATA: a number, at each read another one; 0 if none is ready; read only
#define RNG_DATA ((const volatile uint32_t*)(RNG_BASE + 0x08u))

#endif
