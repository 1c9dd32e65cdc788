// The instruction crc32.b for C, on a core that has it: custom-0 with funct3 = 0 and funct7 = 0.
#ifndef CRC_INSTRUCTION_H
#define CRC_INSTRUCTION_H

#include <stdint.h>

// The remainder `crc` after one more byte, the lowest of `byte`.
static inline uint32_t crc32_b(uint32_t crc, uint32_t byte) {
  uint32_t result;
  __asm__(".insn r CUSTOM_0, 0, 0, %0, %1, %2" : "=r"(result) : "r"(crc), "r"(byte));
  return result;
}

#endif
