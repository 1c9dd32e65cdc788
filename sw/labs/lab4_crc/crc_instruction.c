#include "crc_instruction.h"
#include "crc.h"

// Yours to write. Use the instruction: crc32_b().
uint32_t crc_instruction(const uint8_t* bytes, size_t size) { return crc_bits(bytes, size); }
