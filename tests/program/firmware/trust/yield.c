// A kernel whose yield is a bare `ecall`, while t0 holds the code of a hook. Its trap handler answers, and nothing
// becomes symbolic. With LEFTOVER, nobody has put that code there.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

static volatile uint32_t yields, kernel_word = 42;

static void __attribute__((interrupt, aligned(4))) on_trap(void) {
  csr_write(mepc, csr_read(mepc) + 4);
  ++yields;
}

#ifdef LEFTOVER
static volatile uint32_t number = 4;
#else
static const uint32_t number = 4;  // "make memory symbolic"
#endif

static void yield(void) {
  register uint32_t t0 __asm__("t0") = number;
  register volatile uint32_t* t1 __asm__("t1") = &kernel_word;
  register uint32_t t2 __asm__("t2") = 4;
  __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

int main(void) {
  uint8_t input = 1;
  csr_write(mtvec, (uintptr_t)on_trap);
  JANUS_SYMBOLIC(input);
  if (input == 7) yield();
  yield();
  riscv_assert(yields == 1u + (input == 7));
  riscv_assert(kernel_word == 42);
  return 0;
}
