// Every path ends at one mistake, in a function: nothing behind it, or behind the call, is ever reached.
#include <janus.h>
#include <stdint.h>

static uint8_t kind;
static volatile unsigned done, reported;

__attribute__((noinline)) static void check(unsigned level) {
  if (level > 3) ++done;
  riscv_assert(level > 10);
  reported = 1;
  ++done;
}

int main(void) {
  JANUS_SYMBOLIC(kind);
  check(kind & 7);
  done += 100;
  return done == 7;
}
