// An allocator of its own, which says by hooks what it gives: one mistake a DEFINE, each for some values of an input.
#include <janus.h>
#include <stdint.h>

static uint32_t pool[64];
static unsigned used;
static volatile uint32_t sink;

// A word of guard in front of each block.
__attribute__((noinline)) static void* take(unsigned bytes) {
  uint32_t* const block = pool + used;
  used += 1 + (bytes + 3) / 4;
  riscv_poison(block, 4);
  return riscv_begin_object(block + 1, bytes);
}
__attribute__((noinline, unused)) static void give_back(void* block) {
  riscv_end_object(block);
  riscv_poison(block, 8);
}

int main(void) {
  uint8_t n = INPUT;
  JANUS_SYMBOLIC(n);
  riscv_assume(n < 16);
  volatile uint32_t* const words = take(32);
  volatile uint32_t* const others = take(8);
  for (unsigned i = 0; i < 8; ++i) words[i] = i;
  others[0] = n;
#if defined BEYOND
  words[n] = 1;
#elif defined ENDED
  give_back((void*)others);
  if (n == 3) sink = words[1] + others[0];
#elif defined GIVEN_TWICE
  give_back((void*)others);
  if (n == 3) give_back((void*)others);
#elif defined GUARD
  sink = *(volatile uint32_t*)((uintptr_t)pool + 4u * n);
#elif defined UNDEFINED
  if (n == 3 && others[1] == 7) sink = 1;
#elif defined DEFINED
  riscv_define((void*)(others + 1), 4);
  if (n == 3 && others[1] == 7) sink = 1;
  riscv_unpoison(pool, 4);
  sink = pool[0];
  give_back((void*)others);
#endif
  return 0;
}
