// Three routines, each written twice: as everybody understands it (routines.c) and as it is fast (routines_fast.c).
// `janus compare` shows that both do the same, or finds an input for which they do not: docs/guide.md, "Comparing".
#pragma once

#include <stdint.h>

// How many bits of `word` are set.
unsigned count_bits(uint32_t word);

// `centimetres` as metres and centimetres.
struct length {
  uint32_t metres;
  uint8_t centimetres;
};
void split_length(uint32_t centimetres, struct length* result);

// The CRC-32 (polynomial 0xedb88320, reflected) of `size` bytes; the number of all bytes so far is in crc_bytes.
extern uint32_t crc_bytes;
uint32_t crc(const uint8_t* bytes, unsigned size);
