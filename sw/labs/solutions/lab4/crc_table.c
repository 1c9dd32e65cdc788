#include "crc.h"

static uint32_t table[256];

static void fill(void) {
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    table[byte] = crc;
  }
}

uint32_t crc_table(const uint8_t* bytes, size_t size) {
  if (table[1] == 0) fill();
  uint32_t crc = 0xffffffff;
  for (size_t i = 0; i < size; ++i) crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xff];
  return ~crc;
}
