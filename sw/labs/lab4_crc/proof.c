// Compares two ways for every message of BYTES bytes.
#include <janus.h>

#include "crc.h"

#ifndef BYTES
#define BYTES 1
#endif
#ifndef OTHER
#define OTHER crc_table
#endif

int main(void) {
  uint8_t message[BYTES] = {0};
  JANUS_SYMBOLIC(message);
  riscv_assert(crc_bits(message, BYTES) == OTHER(message, BYTES));
  return 0;
}
