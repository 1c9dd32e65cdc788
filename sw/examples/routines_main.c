#include "routines.h"

int main(void) {
  struct length length;
  split_length(count_bits(crc((const uint8_t*)"janus", 5)), &length);
  return length.metres != 0;
}
