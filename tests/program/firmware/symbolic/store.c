// A store through a symbolic index, then loads from everywhere. One path.
#include <janus.h>
#include <stdint.h>

static volatile uint8_t cells[16];

int main(void) {
  uint32_t stored = 0, loaded = 0;
  JANUS_SYMBOLIC(stored);
  JANUS_SYMBOLIC(loaded);
  riscv_assume(stored < 16);
  riscv_assume(loaded < 16);
  cells[stored] = 7;
  // No comparison of the indices, of which the compiler would make a branch.
  uint32_t different = loaded ^ stored, same = (different - 1) >> 31;
  riscv_assert(cells[loaded] == 7 * same);
  uint32_t sum = 0;
  for (int i = 0; i < 16; ++i) sum += cells[i];
  riscv_assert(sum == 7);
  return 0;
}
