// A table read at a symbolic index: the value stays a term. One path.
#include <janus.h>
#include <stdint.h>

static volatile uint16_t squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

int main(void) {
  uint32_t index = 2;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < 16);
  riscv_assert(squares[index] == index * index);
  return 0;
}
