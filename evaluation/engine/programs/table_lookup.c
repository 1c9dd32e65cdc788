// A table of 1000 words, read through a symbolic index; what was read is proved to be what the index says.
#include <janus.h>

#define ENTRIES 1000

static unsigned squares[ENTRIES];

int main(void) {
  for (unsigned i = 0; i < ENTRIES; ++i) squares[i] = i * i + 7;
  unsigned index = 0;
  JANUS_SYMBOLIC(index);
  riscv_assume(index < ENTRIES);
  unsigned found = squares[index];
  riscv_assert(found >= 7);
  riscv_assert(found <= 999u * 999u + 7);
  if (found == 500u * 500u + 7) riscv_assert(index == 500);
  return 0;
}
