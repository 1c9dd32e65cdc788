// Ends in one of all possible ways: ENDING_<name> selects the way.
#include <finisher.h>
#include <janus.h>
#include <stdint.h>
#include <uart.h>

#ifdef TOHOST
volatile uint32_t tohost;
#endif

int main(void) {
  uart_put_string("begin\n");
#if defined(ENDING_finisher)
  finisher_exit(CODE);
#elif defined(ENDING_tohost)
  tohost = TOHOST;
  for (;;) continue;
#elif defined(ENDING_assert)
  riscv_assert(0);
#elif defined(ENDING_assume)
  riscv_assume(0);
#elif defined(ENDING_hook)
  riscv_make_symbolic((void*)0x40000000, 4);
#elif defined(ENDING_load)
  __asm__ volatile("lw a0, (%0)" : : "r"(0x40000000) : "a0");
#elif defined(ENDING_store)
  __asm__ volatile("sw zero, (%0)" : : "r"(0x40000004));
#elif defined(ENDING_fetch)
  __asm__ volatile("jr %0" : : "r"(0x40000008));
#elif defined(ENDING_illegal)
  __asm__ volatile(".word 0xffffffff");
#elif defined(ENDING_breakpoint)
  __asm__ volatile("ebreak");
#elif defined(ENDING_misaligned_jump)
  __asm__ volatile("jr %0" : : "r"(0x80000002));
#elif defined(ENDING_misaligned_atomic)
  __asm__ volatile("amoadd.w a0, zero, (%0)" : : "r"(0x80000001) : "a0");
#elif defined(ENDING_missing_csr)
  __asm__ volatile("csrr a0, 0x123" : : : "a0");
#elif defined(ENDING_ecall)
  riscv_assert(1);
#elif defined(ENDING_wfi)
  __asm__ volatile("wfi");
#elif defined(ENDING_self_loop)
  for (;;) continue;
#elif defined(ENDING_endless)
  for (volatile unsigned i = 0;; ++i) continue;
#else
#error "which ending?"
#endif
  return 0;
}
