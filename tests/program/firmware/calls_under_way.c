// Says who has called: with calls in registers and on the stack, and once with a symbolic argument on the way.
#include <janus.h>
#include <stdint.h>

static volatile uint32_t sink;

__attribute__((noinline)) static void inner(uint32_t n) {
  riscv_stack_trace();
  sink = n;
}
__attribute__((noinline)) static void outer(uint32_t n) {
  inner(n + 1);
  sink = n;
}

int main(void) {
  uint8_t n = 2;
  JANUS_SYMBOLIC(n);
  if (n > 9) outer(n);
  return 0;
}
