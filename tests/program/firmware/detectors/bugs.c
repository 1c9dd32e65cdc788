// Mistakes that are no exceptions, one a DEFINE, each for some values of an input. Where nothing looks, all end well.
#include <janus.h>
#include <stdint.h>

extern char __bss_start[];

static uint8_t n;
static const uint8_t table[2048] = {1, 2, 3};
__attribute__((unused)) static uint8_t bytes[16];
static volatile uint32_t sink;

__attribute__((noinline, unused)) static uint32_t recurse(unsigned depth) {
  volatile uint32_t frame[12];
  frame[depth % 12] = depth;
  return depth == 0 ? 0 : recurse(depth - 1) + frame[depth % 12];
}

static uint32_t returns[2] = {0x00008067, 0x00008067};  // ret

#ifdef NULL_POINTER
__asm__(
    ".option push\n.option norvc\n.balign 4\nskip:\n"
    "csrrw t0, mscratch, t0\ncsrr t0, mepc\naddi t0, t0, 4\ncsrw mepc, t0\ncsrrw t0, mscratch, t0\nmret\n.option pop");
#endif

#ifdef WIDE
// The compiler has no immediate for such a frame, and adds a register to the stack pointer.
__attribute__((noinline)) static uint32_t wide(uint8_t n) {
  volatile uint8_t buffer[4096];
  buffer[n] = n;
  return buffer[n];
}
#endif

int main(void) {
  n = INPUT;
  JANUS_SYMBOLIC(n);
  sink = table[n];
#if defined STORE
  if (n == 9) *(volatile uint8_t*)table = 7;
#elif defined STORE_SOMEWHERE
  riscv_assume(n < 16);
  *(volatile char*)(__bss_start - 64 * n) = 7;
#elif defined EXECUTE
  if (n > 5) ((void (*)(void))returns)();
#elif defined STACK
  riscv_assume(n < 30);
  sink = recurse(n);
#elif defined WIDE
  if (n == 7) sink = wide(n);
#elif defined MISALIGNED
  riscv_assume(n < 8);
  *(volatile uint32_t*)(bytes + (n & 7)) = 5;
#elif defined DIVISION
  sink = 1000 / (uint32_t)(n - 7);
#elif defined NULL_POINTER
  // A handler that goes on behind the access, so that nothing but the detector sees it.
  extern void skip(void);
  __asm__ volatile("csrw mtvec, %0" : : "r"(skip));
  volatile uint32_t* const word = n == 3 ? (volatile uint32_t*)0 : returns;
  __asm__ volatile("lw %0, 12(%1)" : "=r"(sink) : "r"(word));
#elif defined OVERFLOW
  volatile int32_t large = 0x7fffff01;
  sink = (uint32_t)(large + n);
#elif defined LOOP
  // A loop that can be summed up, with a store whose address does not change; for large n, it is a constant's.
  volatile uint8_t* const target = n > 200 ? (volatile uint8_t*)table : bytes;
  for (uint32_t i = 0; i < n; ++i) *target = 1;
#endif
  sink = returns[0];
  return 0;
}
