// A condition behind a loop that asks the opposite of it: compilers let the loop decide both.
#include <janus.h>
#include <stdint.h>
static uint8_t digits[3];
static uint32_t value, scale = 1;
static int log_of;
int main(void) {
  JANUS_SYMBOLIC(digits);
  for (int i = 0; i < 3; i++) {
    if (digits[i] < '0' || digits[i] > '9') break;
    value = value * 10 + (digits[i] - '0');
  }
  int rounds = 0;
  while (value < 100000000) {
    if (++rounds == 4) break;
    value *= 10;
    scale *= 10;
  }
  if (value >= 100000000) {
    log_of = 8;
    scale = 0;
  }
  riscv_assert(scale <= 1000);
  riscv_assert(log_of != 9);
  return 0;
}
