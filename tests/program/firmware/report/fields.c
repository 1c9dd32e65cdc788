// A parser of records: type, length, value.
#include <janus.h>
#include <stdint.h>
static uint8_t frame[10];
static uint16_t total;
static uint8_t kinds[4], seen;
static int parse(const uint8_t* p, unsigned n) {
  unsigned at = 0;
  while (at + 2 <= n) {
    uint8_t type = p[at], len = p[at + 1];
    at += 2;
    if (len > 3) return -1;
    if (at + len > n) return -2;
    uint16_t value = 0;
    for (unsigned i = 0; i < len; ++i) value = (uint16_t)(value << 8 | p[at + i]);
    at += len;
    if (type == 0) break;
    if (type == 1 && len == 2) total += value;
    if (type == 2) kinds[seen++] = (uint8_t)value;
    riscv_assert(seen < 4);
  }
  return (int)at;
}
int main(void) {
  JANUS_SYMBOLIC(frame);
  int used = parse(frame, sizeof frame);
  riscv_assert(used < 0 || total != 0x1234);
  return 0;
}
