// CAN signals packed into 8 bytes by descriptors (start bit, length), little-endian; unpacked again.
#include <janus.h>
#include <stdint.h>
#include <string.h>
struct signal {
  uint8_t start, length, is_signed;
};
static const struct signal signals[] = {{0, 12, 0}, {12, 7, 1},  {19, 1, 0}, {20, 16, 1},
                                        {36, 3, 0}, {39, 11, 1}, {50, 14, 0}};
#define COUNT (sizeof signals / sizeof *signals)
static int32_t in[COUNT];
static uint8_t frame[8];
static void pack(const struct signal* s, uint32_t v) {
  for (unsigned i = 0; i < s->length; i++) {
    unsigned bit = s->start + i;
    frame[bit >> 3] = (uint8_t)((frame[bit >> 3] & ~(1u << (bit & 7))) | ((v >> i) & 1u) << (bit & 7));
  }
}
static int32_t unpack(const struct signal* s) {
  uint64_t all;
  memcpy(&all, frame, 8);
  uint32_t v = (uint32_t)(all >> s->start);
  uint32_t mask = (1u << s->length) - 1;
  v &= mask;
#ifdef BUG
  if (s->is_signed && v >> (s->length - 1) && v != (mask >> 1) + 1) v |= ~mask;
#else
  if (s->is_signed && v >> (s->length - 1)) v |= ~mask;
#endif
  return (int32_t)v;
}
int main(void) {
  JANUS_SYMBOLIC(in);
  for (unsigned i = 0; i < COUNT; i++) {
    int32_t limit = 1 << (signals[i].length - signals[i].is_signed);
    riscv_assume(in[i] < limit);
    riscv_assume(in[i] >= (signals[i].is_signed ? -limit : 0));
    pack(&signals[i], (uint32_t)in[i]);
  }
  for (unsigned i = 0; i < COUNT; i++) riscv_assert(unpack(&signals[i]) == in[i]);
  return 0;
}
