#include <janus/crc.h>

#include "crc.h"

uint32_t crc_device(const uint8_t* bytes, size_t size) {
  *CRC_CTRL = CRC_CTRL_CLEAR;
  size_t i = 0;
  for (; i < size && ((uintptr_t)(bytes + i) & 3) != 0; ++i) *CRC_BYTE = bytes[i];
  for (; i + 4 <= size; i += 4) *CRC_DATA = *(const uint32_t*)(bytes + i);
  for (; i < size; ++i) *CRC_BYTE = bytes[i];
  return *CRC_RESULT;
}
