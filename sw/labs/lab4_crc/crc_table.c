#include "crc.h"

// Yours to write: the effect of a byte depends on the lowest byte of `crc` alone, so that a table can have it.
uint32_t crc_table(const uint8_t* bytes, size_t size) { return crc_bits(bytes, size); }
