// Endless loop: XMODEM-like receiver, bytes from a line; block buffer index and sequence numbers.
#include <janus.h>
#include <stdint.h>
#define BLOCK 4
enum { WAIT, SEQ, INV, DATA, SUM };
static uint8_t buf[BLOCK], at, seq, sum, st, retries;
static uint32_t blocks;
static void byte(uint8_t c) {
  switch (st) {
    case WAIT:
      if (c == 1)
        st = SEQ;
      else if (c == 4) {
        seq = 0;
        blocks = 0;
      }
      break;
    case SEQ:
      seq = c;
      st = INV;
      break;
    case INV:
      if ((uint8_t)~c != seq) {
        st = WAIT;
        retries++;
      } else {
        at = 0;
        sum = 0;
        st = DATA;
      }
      break;
    case DATA:
      riscv_assert(at < BLOCK);
      buf[at] = c;
      sum = (uint8_t)(sum + c);
      at++;
#ifdef BUG
      if (at == BLOCK || c == 0x1a) st = SUM;
#else
      if (at == BLOCK) st = SUM;
#endif
      break;
    case SUM:
      riscv_assert(at == BLOCK);
      if (c == sum) {
        blocks++;
        retries = 0;
      } else
        retries++;
      st = WAIT;
      break;
    default: riscv_unreachable();
  }
  if (retries > 10) {
    retries = 0;
    st = WAIT;
  }
  riscv_assert(retries <= 10);
}
int main(void) {
  for (;;) {
    uint8_t c;
    JANUS_SYMBOLIC(c);
    byte(c);
  }
}
