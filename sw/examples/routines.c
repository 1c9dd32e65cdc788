#include "routines.h"

uint32_t crc_bytes;

unsigned count_bits(uint32_t word) {
  unsigned count = 0;
  for (; word; word >>= 1) count += word & 1;
  return count;
}

void split_length(uint32_t centimetres, struct length* result) {
  uint32_t hundred = 100;
  __asm__("" : "+r"(hundred));  // or the compiler would multiply, too
  result->metres = centimetres / hundred;
  result->centimetres = centimetres % hundred;
}

uint32_t crc(const uint8_t* bytes, unsigned size) {
  uint32_t crc = ~0u;
  for (unsigned i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  crc_bytes += size;
  return ~crc;
}
