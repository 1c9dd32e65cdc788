// One branch on an integer of at least 8. Two paths.
// Unsafe: a large number doubled is no longer positive.
#include <janus.h>

#ifdef UNSAFE
#define SCALED(x) ((x)*2)
#else
#define SCALED(x) ((x) / 2)
#endif

int main(void) {
  int number = 8;
  JANUS_SYMBOLIC(number);
  riscv_assume(number >= 8);

  int result;
  if (number < 100) {
    result = number - 7;
    riscv_assert(result <= 92);
  } else {
    result = SCALED(number);
  }
  riscv_assert(result > 0);
  return 0;
}
