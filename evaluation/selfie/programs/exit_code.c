// Every input gives an exit code; one of them is not zero.
#include "input.h"
int main(void) {
  unsigned x = read_byte();
#ifdef UNSAFE
  return x == 49 ? 3 : 0;
#else
  return x > 255 ? 3 : 0;
#endif
}
