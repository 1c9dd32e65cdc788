// Decisions within decisions about one input; every way out gives another number.
#include "input.h"
int main(void) {
  unsigned x = read_byte(), class = 0;
  if (x < 128) {
    if (x < 64) {
      class = x & 1 ? 1 : 2;
    } else {
      class = x & 2 ? 3 : 4;
      if (class == 4 && x == 97) class = 9;
    }
  } else if (x < 192) {
    class = 5;
  } else {
    class = x == 255 ? 7 : 6;
  }
#ifdef UNSAFE
  return class == 9;
#else
  return class == 0 || class == 8;
#endif
}
