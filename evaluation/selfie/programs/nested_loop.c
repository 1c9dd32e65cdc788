// The area of a triangle, counted one by one.
#include "input.h"
#define MOST 6
int main(void) {
  unsigned n = read_byte(), area = 0;
  if (n > MOST) n = MOST;
  for (unsigned row = 1; row <= n; ++row)
    for (unsigned column = 0; column < row; ++column) ++area;
#ifdef UNSAFE
  return area == 15;
#else
  return 2 * area != n * (n + 1);
#endif
}
