// The test finisher (sifive,test0): the device that ends the run.
#ifndef JANUS_RUNTIME_FINISHER_H
#define JANUS_RUNTIME_FINISHER_H

#include <janus/finisher.h>
#include <stdint.h>

#define FINISHER_PASS 0x5555u
#define FINISHER_FAIL 0x3333u

// Ends the run with the low 16 bits of `code` as exit code. A failure whose low 16 bits are zero (such as 0x10000)
// becomes exit code 1.
static inline __attribute__((noreturn)) void finisher_exit(int code) {
  uint32_t status = (uint32_t)code & 0xffffu;
  if (status == 0 && code != 0) status = 1;
  *FINISHER_COMMAND = status == 0 ? FINISHER_PASS : status << 16 | FINISHER_FAIL;
  for (;;) __asm__ volatile("wfi");
}

#endif
