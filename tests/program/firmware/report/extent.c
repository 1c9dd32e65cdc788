// A request for some registers, from the first one on. Whether they exist is asked of a sum that wraps.
#include <janus.h>
#include <stdint.h>

enum { REGISTERS = 8 };
static volatile uint16_t registers[REGISTERS];
static uint8_t request[4];
static volatile unsigned sum;

static uint16_t word(const uint8_t* bytes) { return (uint16_t)(bytes[0] << 8 | bytes[1]); }

int main(void) {
  JANUS_SYMBOLIC(request);
  uint16_t first = word(request), count = word(request + 2);
  riscv_assume(count < 4);
  if (count == 0 || (uint16_t)(first + count) > REGISTERS) return 0;
  for (unsigned i = 0; i < count; i++) sum += registers[first + i];
  return 0;
}
