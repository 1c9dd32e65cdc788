// Throws a die with the random numbers of the board: of three bits, which are 0 to 7, those up to 5 are a throw.
//
// The bug: the other two are taken, too. With FIXED they are thrown again; if that happens too often, or there are no
// more numbers, there is no throw.
#include <janus.h>
#include <rng.h>
#include <stdio.h>

enum { kThrows = 2, kTries = 3 };

static uint32_t seen[6];

// 0 to 5; or -1.
static int throw_die(void) {
  for (int i = 0; i < kTries; ++i) {
    uint32_t number;
    if (!rng_read(&number)) return -1;
    const int face = (int)(number >> 29);
#ifdef FIXED
    if (face > 5) continue;
#endif
    return face;
  }
  return -1;
}

int main(void) {
  rng_start();
  for (int i = 0; i < kThrows; ++i) {
    const int face = throw_die();
    if (face < 0) {
      puts("no throw");
      return 1;
    }
    riscv_assert(face < 6);
    ++seen[face];
    printf("%d\n", face + 1);
  }
  return 0;
}
