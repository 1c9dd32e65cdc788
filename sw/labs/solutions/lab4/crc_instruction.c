#include "crc_instruction.h"
#include "crc.h"

uint32_t crc_instruction(const uint8_t* bytes, size_t size) {
  uint32_t crc = 0xffffffff;
  for (size_t i = 0; i < size; ++i) crc = crc32_b(crc, bytes[i]);
  return ~crc;
}
