// CRC-32 (IEEE 802.3) of `size` bytes, in four ways.
#ifndef CRC_H
#define CRC_H

#include <stddef.h>
#include <stdint.h>

uint32_t crc_bits(const uint8_t* bytes, size_t size);         // a bit at a time
uint32_t crc_table(const uint8_t* bytes, size_t size);        // a byte at a time, with a table of 256 words
uint32_t crc_device(const uint8_t* bytes, size_t size);       // by the accelerator on the bus
uint32_t crc_instruction(const uint8_t* bytes, size_t size);  // by an instruction of our own, on a core that has it

#endif
