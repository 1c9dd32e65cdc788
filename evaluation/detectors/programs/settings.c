// Settings are read from a record; a record of version 1 has no baud rate, and nobody sets one.
#include <janus.h>
#include <stdint.h>

struct settings {
  uint8_t version, parity;
  uint16_t timeout;
  uint32_t baud;
};
static uint8_t record[8];
static volatile uint32_t divisor;

__attribute__((noinline)) static int parse(const uint8_t* from, struct settings* to) {
  to->version = from[0];
  if (to->version == 0 || to->version > 2) return -1;
  to->parity = from[1] & 1;
  to->timeout = (uint16_t)(from[2] | from[3] << 8);
  if (to->version == 2) to->baud = from[4] | (uint32_t)from[5] << 8;
#ifdef FIXED
  else
    to->baud = 9600;
#endif
  return 0;
}

__attribute__((noinline)) static void configure(const struct settings* settings) {
  if (settings->baud > 1000)
    divisor = 1;
  else
    divisor = 2;
}

int main(void) {
  JANUS_SYMBOLIC(record);
  struct settings settings;
  if (parse(record, &settings) == 0) configure(&settings);
  return 0;
}
