// A CRC with a branch for each bit, over BYTES bytes: 2^(8 BYTES) paths. BRUTE, for two bytes: all inputs.
#include "worst_case.h"

static uint8_t input[BYTES];
volatile uint16_t result;

NOINLINE void measured(void) {
  uint16_t crc = 0xffff;
  for (unsigned i = 0; i < BYTES; ++i) {
    crc ^= input[i];
    for (int bit = 0; bit < 8; ++bit) {
      if (crc & 1) {
        crc = (uint16_t)(crc >> 1 ^ 0xa001);
      } else {
        crc >>= 1;
      }
    }
  }
  result = crc;
}

#ifdef BRUTE
static int next_input(void) { return ++input[0] != 0 || ++input[1] != 0; }
int main(void) { return measure_all(next_input); }
#else
WORST_CASE_OF(input)
#endif
