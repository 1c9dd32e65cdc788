// A store behind or in front of its array, which an assertion notices later, as the arrays lie in a row.
#include <janus.h>
#include <stdint.h>

static volatile uint32_t before[4], table[4], after[4];
static uint8_t at;

int main(void) {
  JANUS_SYMBOLIC(at);
  riscv_assume(at < 8);
  volatile uint32_t* const entry = table + at - 2;
  *entry = 1;
  for (unsigned i = 0; i < 4; ++i) riscv_assert(before[i] == 0 && after[i] == 0);
  return 0;
}
