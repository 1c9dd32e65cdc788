// Two assertions of the C library: which fails depends on the input. The compiler shares the calls of the two.
#include <assert.h>
#include <janus.h>

static unsigned char n;

__attribute__((noinline)) static int parse(unsigned length) {
  assert(length < 200);
  if (length > 3) assert(length * 2 != 14 && "seven");
  return 0;
}

int main(void) {
  n = INPUT;
  JANUS_SYMBOLIC(n);
  return parse(n);
}
