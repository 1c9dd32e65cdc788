// Two variables that a loop scales together, one of them in memory: compilers mix its rounds.
#include <janus.h>
#include <stdint.h>

static uint8_t digits[5];
static uint32_t value;
static uint32_t base;
int main(void) {
  JANUS_SYMBOLIC(digits);
  base = 10;
  if (digits[4] == 'x') base = 16;
  for (int i = 0; i < 4; i++) {
    unsigned d = digits[i];
    if (d >= '0' && d <= '9')
      d -= '0';
    else if (base == 16 && d >= 'a' && d <= 'f')
      d -= 'a' - 10;
    else
      break;
    value = value * base + d;
  }
  uint32_t scale = 1;
  while (value < 100000000) {
    value *= 10;
    scale *= 10;
    if (value == 0) break;
  }
  riscv_assert(scale < 1000000 || value != 500000000);
  return 0;
}
