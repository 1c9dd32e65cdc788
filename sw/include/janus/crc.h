// CRC-32 accelerator (IEEE 802.3).
// Made by `janus device crc --format c`; do not edit.
#ifndef JANUS_CRC_H
#define JANUS_CRC_H

#include <stdint.h>

#define CRC_BASE 0x10013000u

// CTRL: control; write only
#define CRC_CTRL ((volatile uint32_t*)(CRC_BASE + 0x00u))
#define CRC_CTRL_CLEAR 0x1u  // a one begins a new checksum

// DATA: adds four bytes, the lowest first; write only
#define CRC_DATA ((volatile uint32_t*)(CRC_BASE + 0x04u))

// BYTE: adds one byte; write only
#define CRC_BYTE ((volatile uint32_t*)(CRC_BASE + 0x08u))
#define CRC_BYTE_VALUE 0xffu  // the byte
#define CRC_BYTE_VALUE_SHIFT 0

// RESULT: the checksum of what was added since CLEAR; read only
#define CRC_RESULT ((const volatile uint32_t*)(CRC_BASE + 0x0cu))

#endif
