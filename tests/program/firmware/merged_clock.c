// One side of the branch reads the clock, and fails once it is late; the other goes round for ever. Where both have come
// together again, registers and memory are as before.
#include <janus.h>
#include <stdint.h>

static volatile uint32_t is_late;
static uint32_t input;

__attribute__((noinline)) static uint32_t late(void) {
  uint32_t now;
  __asm__ volatile("csrr %0, mcycle" : "=r"(now));
  return now > 20000;
}

int main(void) {
  JANUS_SYMBOLIC(input);
  for (;;) {
    if (input & 1) {
      is_late = late();
      riscv_assert(!is_late);
    }
    __asm__ volatile("li a0, 0; li a1, 0; li a2, 0; li a3, 0; li a4, 0; li a5, 0" ::: "a0", "a1", "a2", "a3", "a4", "a5");
  }
}
