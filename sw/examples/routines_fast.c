#include "routines.h"

uint32_t crc_bytes;

// All pairs, then all nibbles, then all bytes at once.
unsigned count_bits(uint32_t word) {
  word -= word >> 1 & 0x55555555u;
  word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0fu;
  return word * 0x01010101u >> 24;
}

// A product in place of a quotient. WRONG: the constant is not exact enough for the largest words.
void split_length(uint32_t centimetres, struct length* result) {
#ifdef WRONG
  result->metres = (uint32_t)(centimetres * 0x28f5c29ull >> 32);
#else
  result->metres = (uint32_t)(centimetres * 0x51eb851full >> 37);
#endif
  result->centimetres = (uint8_t)(centimetres - result->metres * 100);
}

// Four bits at a time. WRONG: a row of the table has a mistake.
static const uint32_t kTable[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278,
#ifdef WRONG
    0xbdbdf21d,
#else
    0xbdbdf21c,
#endif
};

uint32_t crc(const uint8_t* bytes, unsigned size) {
  uint32_t crc = ~0u;
  for (unsigned i = 0; i < size; ++i) {
    crc ^= bytes[i];
    crc = kTable[crc & 15] ^ crc >> 4;
    crc = kTable[crc & 15] ^ crc >> 4;
  }
  crc_bytes += size;
  return ~crc;
}
