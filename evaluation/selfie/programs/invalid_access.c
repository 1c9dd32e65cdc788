// A pointer that one input moves out of memory.
#include "input.h"
static unsigned table[4] = {1, 2, 3, 4};
int main(void) {
  unsigned x = read_byte();
  unsigned* at = table;
#ifdef UNSAFE
  if (x == 48) at = (unsigned*)0x10;
#else
  if (x < 4) at = &table[x];
#endif
  return *at == 0;
}
