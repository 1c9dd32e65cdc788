// A call through a table of eight functions: eight paths.
#include <janus.h>
#include <stdint.h>

#define HANDLER(n) \
  static uint32_t __attribute__((noinline)) handler_##n(uint32_t x) { return x * 8 + n; }
HANDLER(0)
HANDLER(1)
HANDLER(2)
HANDLER(3) HANDLER(4) HANDLER(5) HANDLER(6) HANDLER(7)

    static uint32_t (*volatile handlers[8])(uint32_t) = {handler_0, handler_1, handler_2, handler_3,
                                                         handler_4, handler_5, handler_6, handler_7};

int main(void) {
  uint32_t message = 0;
  JANUS_SYMBOLIC(message);
  riscv_assume(message < 8);
  riscv_assert(handlers[message](5) == 40 + message);
  return 0;
}
