// Slots that have a pointer or none, which eight inputs say one after the other. USE: 0 within bounds, 1 beyond the end, 2
// also if it is null, 3 of memory of the heap that is given back, whether there is any or not.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t left[2], right[2];
static uint32_t* volatile slots[2];
static volatile uint32_t sink;

int main(void) {
  uint32_t* const first = USE == 3 ? calloc(2, sizeof *first) : left;
  uint32_t* const second = USE == 3 ? calloc(2, sizeof *second) : right;
  riscv_assume(first && second);
  for (unsigned i = 0; i < 8; ++i) {
    uint8_t order;
    JANUS_SYMBOLIC(order);
    const unsigned slot = i & 1;
    slots[slot] = order & 1 ? slot ? second : first : 0;
  }
  uint8_t index;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < (USE == 1 ? 3 : 2));
  for (unsigned slot = 0; slot < 2; ++slot) {
    if (slots[slot] || USE == 2) sink = slots[slot][index];
  }
  riscv_assert(sink == 0);
  for (unsigned slot = 0; USE == 3 && slot < 2; ++slot) free(slots[slot]);
  return 0;
}
