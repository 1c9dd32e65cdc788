// Driver: transmit with FIFO level register polled, retries with timeouts. Register reads are symbolic, volatile.
#include <janus.h>
#include <stdint.h>
#define LEVEL_MASK 0x1f
#define BUSY 0x80
#define ERROR 0x40
#define FIFO 16
static volatile uint8_t status_reg;
static uint8_t shadow;  // what the device holds, a model
static unsigned overruns, polls;
static uint8_t read_status(void) {
  uint8_t noise;
  JANUS_SYMBOLIC(noise);
  // the device drains any number of bytes
  uint8_t drained = noise & 3;
  shadow = drained > shadow ? 0 : (uint8_t)(shadow - drained);
  polls++;
  return (uint8_t)(shadow | (noise & (BUSY | ERROR)));
}
static void write_data(void) {
  if (shadow == FIFO)
    overruns++;
  else
    shadow++;
}
static int send(unsigned n) {
  unsigned room = 0, timeout = 4;
  for (unsigned i = 0; i < n;) {
    if (room == 0) {
      uint8_t s = read_status();
      if (s & ERROR) return -1;
      if (s & BUSY) {
        if (--timeout == 0) return -2;
        continue;
      }
#ifdef BUG
      room = FIFO + 1u - (s & LEVEL_MASK);
#else
      room = FIFO - (s & LEVEL_MASK);
#endif
      if (room > 4) room = 4;  // bursts
      if (room == 0) {
        if (--timeout == 0) return -3;
        continue;
      }
      timeout = 4;
    }
    write_data();
    room--;
    i++;
  }
  return (int)n;
}
int main(void) {
  shadow = 10;
  int r = send(14);
  riscv_assert(overruns == 0);
  riscv_assert(r == 14 || r < 0);
  riscv_assert(polls <= 40);
  return 0;
}
