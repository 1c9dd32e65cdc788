// Test finisher (sifive,test0): ends the run.
// Made by `janus device finisher --format c`; do not edit.
#ifndef JANUS_FINISHER_H
#define JANUS_FINISHER_H

#include <stdint.h>

#define FINISHER_BASE 0x00100000u

// COMMAND: what happens; write only
#define FINISHER_COMMAND ((volatile uint32_t*)(FINISHER_BASE + 0x00u))
#define FINISHER_COMMAND_END 0xffffu  // 0x5555: pass; 0x3333: fail; 0x7777: reset, a pass
#define FINISHER_COMMAND_END_SHIFT 0
#define FINISHER_COMMAND_CODE 0xffff0000u  // the exit code, with fail
#define FINISHER_COMMAND_CODE_SHIFT 16

#endif
