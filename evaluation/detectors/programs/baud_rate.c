// A clock divider is computed from a rate that a command sets.
#include <janus.h>
#include <stdint.h>

static uint8_t rate;
static volatile uint32_t divider;

__attribute__((noinline)) static void set_rate(uint32_t hundreds) {
#ifdef FIXED
  if (hundreds == 0) return;
#endif
  divider = 320000 / hundreds;
}

int main(void) {
  JANUS_SYMBOLIC(rate);
  set_rate(rate & 0x7f);
  return 0;
}
