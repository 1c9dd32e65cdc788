// Slots that have a pointer or none, which eight inputs say one after the other. BUG: one of them is used beyond its end.
#include <janus.h>
#include <stdint.h>

static uint32_t left[2], right[2];
static uint32_t* volatile slots[2];
static volatile uint32_t sink;

int main(void) {
  for (unsigned i = 0; i < 8; ++i) {
    uint8_t order;
    JANUS_SYMBOLIC(order);
    const unsigned slot = i & 1;
    slots[slot] = order & 1 ? slot ? right : left : 0;
  }
  uint8_t index;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < 2 + BUG);
  for (unsigned slot = 0; slot < 2; ++slot) {
    if (slots[slot]) sink = slots[slot][index];
  }
  riscv_assert(sink == 0);
  return 0;
}
