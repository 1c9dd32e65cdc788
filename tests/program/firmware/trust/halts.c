// With HALT, jumps to itself for one input, as firmware does that detects an error. With TOHOST, the firmware has the symbol tohost, and stores to it for one input only. With EXCLUDED, no input is left.
// With WAITS, one path waits for a byte that never comes.
#include <janus.h>
#include <stdint.h>

#ifdef TOHOST
volatile uint64_t tohost;
#endif

static void __attribute__((noreturn)) halt(void) {
  for (;;) continue;
}

int main(void) {
  uint8_t input = 0;
  JANUS_SYMBOLIC(input);
#ifdef EXCLUDED
  riscv_assume(input > 9);
  riscv_assume(input < 5);
#endif
#ifdef WAITS
  if (input == 3) {
    __asm__ volatile("csrw mie, %0" : : "r"(1 << 11));
    for (;;) __asm__ volatile("wfi");
  }
#endif
#ifdef HALT
  if (input == 7) halt();
#endif
#ifdef TOHOST
  if (input == 99) tohost = 1;
#endif
  riscv_assert(input != 300);
  return 0;
}
