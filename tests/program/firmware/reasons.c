// Mistakes whose reasons are known: what the report tells of them must be these lines, marked with their names.
#include <janus.h>
#include <stdint.h>

enum state { IDLE, BUSY, FULL };

struct {
  uint8_t count;  // CUT: 8 bits are too few
  enum state state;
} device;

int main(void) {
  uint8_t input[4];
  JANUS_SYMBOLIC(input);
#if defined(CUT)
  volatile unsigned all = 250 + (input[0] & 7);
  device.count = all;  // cut here
  device.state = device.count > 200 ? FULL : BUSY;
  riscv_assert((device.state == FULL) == (all > 200));
#elif defined(CLAMP)
  volatile uint8_t limit = 4;
  unsigned n = input[0];
  if (n > limit) n = limit;  // one too many
  riscv_assert(n + 1 <= limit);
#elif defined(UNRELATED)
  volatile unsigned noise = 3;
  volatile unsigned used = 5;
  noise += input[1];  // has nothing to do with it
  used += input[2];   // has
  riscv_assert(used < 100);
#endif
  return 0;
}
