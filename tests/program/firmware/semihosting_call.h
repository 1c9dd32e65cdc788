// The call of semihosting, and the numbers of what it can ask for.
#pragma once

#include <stdint.h>

static uint32_t call(uint32_t number, const void* argument) {
  register uint32_t a0 __asm__("a0") = number;
  register uint32_t a1 __asm__("a1") = (uint32_t)argument;
  __asm__ volatile(
      ".option push\n.option norvc\n.balign 16\n"
      "slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n"
      ".option pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
  return a0;
}

enum {
  kOpen = 1,
  kClose,
  kWriteC,
  kWrite0,
  kWrite,
  kRead,
  kReadC,
  kIsError,
  kIsTty,
  kSeek,
  kLength = 0xc,
  kTemporary,
  kRemove,
  kRename,
  kClock,
  kTime,
  kErrno = 0x13,
  kCommandLine = 0x15,
  kHeapInfo,
  kExit = 0x18,
  kExitExtended = 0x20,
  kElapsed = 0x30,
  kFrequency
};
