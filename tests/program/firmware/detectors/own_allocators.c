// Allocators that say by hooks what they give, and keep their lists in the blocks that nobody has, or their headers in
// front of them: USE says which. With BUG, a block is used once it was given back; with TWICE, it is given back again.
#include <janus.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

union block {
  union block* next;
  uint8_t bytes[16];
};
static union block pool[3];
static union block* unused;

#if USE == 1  // linked behind the end of the object
static void* take(void) {
  union block* const block = unused;
  if (!block) return 0;
  unused = block->next;
  return riscv_begin_object(block, sizeof *block);
}
static void give_back(void* memory) {
  union block* const block = memory;
  riscv_end_object(memory);
  block->next = unused;
  unused = block;
}
#elif USE == 2  // in front of it, by its place in the pool, and walked over
NOINLINE static void* take(void) {
  union block* const block = unused;
  if (!block) return 0;
  void* const memory = riscv_begin_object(block, sizeof *block);
  unused = block->next;
  return memory;
}
NOINLINE static void give_back(void* memory) {
  union block* const block = &pool[(union block*)memory - pool];
  block->next = unused;
  unused = block;
  riscv_end_object(memory);
}
#else  // a header in front of each block, and its end marked
struct header {
  uint32_t is_used;
  uint8_t bytes[8];
  uint32_t mark;
};
NOINLINE static void* take(void) {
  for (struct header* each = (struct header*)pool; each < (struct header*)(pool + 3); ++each) {
    if (each->is_used) continue;
    each->is_used = 1;
    each->mark = 0x5afe;
    return riscv_begin_object(each->bytes, sizeof each->bytes);
  }
  return 0;
}
NOINLINE static void give_back(void* memory) {
  struct header* const header = (struct header*)((uint8_t*)memory - 4);
  riscv_assert(header->mark == 0x5afe);
  header->is_used = 0;
  riscv_end_object(memory);
  header->mark = 0;
}
#endif

NOINLINE static unsigned count_unused(void) {
  unsigned count = 0;
#if USE < 3
  for (union block* each = unused; each; each = each->next) ++count;
#endif
  return count;
}

int main(void) {
  static uint8_t n;
  JANUS_SYMBOLIC(n);
#if USE < 3
  for (int i = 0; i < 3; ++i) {
    pool[i].next = unused;
    unused = &pool[i];
  }
#endif
  uint8_t volatile *const first = take(), *const second = take();
  riscv_assert(first && second && first != second);
  first[n & 7] = n;
  give_back((void*)first);
  const unsigned before = count_unused();
  uint8_t volatile* const third = take();
  riscv_assert(third);
  third[1] = 2;
#ifdef BUG
  if (n == 3) first[1] = 4;
#endif
  give_back((void*)second);
  give_back((void*)third);
#ifdef TWICE
  if (n == 3) give_back((void*)third);
#endif
  riscv_assert(USE == 3 || count_unused() == before + 1);
  return 0;
}
