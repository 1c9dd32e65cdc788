// Mistakes whose reasons are known: what the report tells of them must be these lines, marked with their names.
#include <janus.h>
#include <stdint.h>

enum state { IDLE, BUSY, FULL };

struct {
  uint8_t count;  // CUT: 8 bits are too few
  enum state state;
} device;

#ifdef LOOP
enum { WAYS = 3 };
static struct {
  uint8_t block, valid;
} cache[WAYS];

static int has(uint8_t block) {
  for (int i = 0; i < WAYS; i++)
    if (cache[i].valid && cache[i].block == block) return 1;  // i is counted up between the two
  return 0;
}
#endif

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
#elif defined(LOOP)
  for (int i = 0; i < WAYS; i++) {
    cache[i].block = input[i] & 7;
    cache[i].valid = 1;
  }
  for (int i = 0; i < 3; i++) {
    if (i > 0) riscv_assert(has((input[i - 1] & 7) ^ (i == 2 && input[3] == 9)));
    cache[0].block = input[0] & 7;
  }
#elif defined(ROUND)
  volatile unsigned rounds = 1;
  for (;;) {
    riscv_assert(rounds == 0);  // in the first one
    riscv_assert(input[1] != 4);
  }
#endif
  return 0;
}
