// What only the linker, or a compiler that puts code into callers, names: with the right number of elements, or one
// more (BUG).
#include <janus.h>
#include <stddef.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#ifdef BUG
#define MORE 1
#else
#define MORE 0
#endif

static volatile uint8_t sink;

#if USE == 1  // main clears what start-up code has cleared before, from a label on where the first object lies
extern uint32_t __bss_start[], __bss_end[];
static uint8_t last[8];
static void use(uint8_t n) {
  riscv_assume(n < 8 + MORE);
  for (uint32_t* word = __bss_start; word < __bss_end; ++word) *word = 0;
  last[n] = 1;
  sink = last[0];
}
#elif USE == 2  // a table of one section, from objects of several sizes
typedef uint8_t (*step)(void);
static uint8_t one(void) { return 1; }
static uint8_t two(void) { return 2; }
#define STEP __attribute__((used, section("steps")))
static const step first STEP = one, second STEP = two;
static const step others[2] STEP = {one, two};
extern const step __start_steps[], __stop_steps[];
static void use(uint8_t n) {
  riscv_assume(n < __stop_steps - __start_steps + MORE);
  sink = __start_steps[n]();
}
#elif USE == 3  // a heap whose free() a compiler puts into its callers
static uint32_t memory[64];
NOINLINE void* malloc(size_t bytes) {
  const uint32_t words = (bytes + 3) / 4;
  for (uint32_t i = 0; i + words < 64;) {
    const uint32_t size = memory[i] & 0xffff;
    if (!(memory[i] >> 31) && (size == 0 || size >= words)) {
      memory[i] = words | 0x80000000;
      return &memory[i + 1];
    }
    i += size + 1;
  }
  return 0;
}
__attribute__((always_inline)) inline void free(void* block) { ((uint32_t*)block)[-1] &= 0x7fffffff; }
extern void free(void*);
static void use(uint8_t n) {
  uint8_t* const block = malloc(8);
  riscv_assume(n < 8 + MORE);
  ((volatile uint8_t*)block)[n] = 1;
  free(block);
}
#elif USE == 4  // an interrupt's stack whose end lies behind what is live, in front of it
void handler(void);
extern volatile uint32_t live[4];
__asm__(
    ".pushsection .text\n.balign 4\n.globl handler\n.type handler, @function\nhandler: csrw mscratch, sp\n"
    "lui sp, %hi(top_of_interrupts)\naddi sp, sp, %lo(top_of_interrupts)\naddi sp, sp, -16\nsw t0, 0(sp)\n"
    "csrr t0, mepc\naddi t0, t0, 4\ncsrw mepc, t0\nlw t0, 0(sp)\ncsrr sp, mscratch\nmret\n"
    ".size handler, . - handler\n.popsection\n"
    ".pushsection .bss\n.balign 4096\n.zero 0x900\n.globl top_of_interrupts\ntop_of_interrupts:\n"
    ".globl live\n.type live, @object\n.size live, 16\nlive: .zero 16\n.popsection");
static void use(uint8_t n) {
  volatile uint8_t local[2];
  local[0] = n;
  live[1] = n;
  __asm__ volatile("csrw mtvec, %0" : : "r"(handler));
  __asm__ volatile("li t0, 0x7fffffff\necall" : : : "t0", "memory");
  if (live[1] > 3 || local[MORE] > 5) sink = 1;
}
#elif USE == 5  // a frame on another stack, which is as large as that, or too large by far
void on_low_stack(void);
#ifdef BUG
#define FRAME "64"
#else
#define FRAME "16"
#endif
__asm__(
    ".pushsection .text\n.balign 4\n.globl on_low_stack\n.type on_low_stack, @function\non_low_stack: mv t3, sp\n"
    "lui sp, %hi(__stack_limit + 16)\naddi sp, sp, %lo(__stack_limit + 16)\naddi sp, sp, -" FRAME
    "\nmv sp, t3\nret\n.size on_low_stack, . - on_low_stack\n.popsection");
static void use(uint8_t n) {
  if (n == 3) on_low_stack();
}
#endif

int main(void) {
  static uint8_t n;
  JANUS_SYMBOLIC(n);
  use(n);
  return 0;
}
