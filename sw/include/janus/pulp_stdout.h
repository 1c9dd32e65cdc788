// Terminal of simulations of PULPissimo.
// Made by `janus device pulp_stdout --format c`; do not edit.
#ifndef JANUS_PULP_STDOUT_H
#define JANUS_PULP_STDOUT_H

#include <stdint.h>

#define PULP_STDOUT_BASE 0x1001c000u

// PUTC[1024]: prints a character; write only
#define PULP_STDOUT_PUTC ((volatile uint32_t*)(PULP_STDOUT_BASE + 0x00u))
#define PULP_STDOUT_PUTC_CHARACTER 0xffu  // to print
#define PULP_STDOUT_PUTC_CHARACTER_SHIFT 0

#endif
