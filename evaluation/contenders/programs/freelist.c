// First-fit free-list allocator with headers in an arena of 64 bytes; coalescing on free; symbolic sizes.
#include <janus.h>
#include <stdint.h>
#define ARENA 64
#define OPS 5
struct block {
  uint16_t size, used;
};  // size with header
static union {
  uint8_t bytes[ARENA];
  struct block align;
} arena;
static uint8_t size[OPS], which[OPS];
static void* held[OPS];
#define BLOCK(at) ((struct block*)(arena.bytes + (at)))
static void* allocate(unsigned n) {
  n = ((n + 3u) & ~3u) + sizeof(struct block);
  for (unsigned at = 0; at < ARENA; at += BLOCK(at)->size) {
    struct block* b = BLOCK(at);
    if (b->used || b->size < n) continue;
#ifdef BUG
    if (b->size > n) {
#else
    if (b->size >= n + 2 * sizeof(struct block)) {
#endif
      struct block* rest = BLOCK(at + n);
      rest->size = (uint16_t)(b->size - n);
      rest->used = 0;
#ifdef BUG
      if (rest->size == 4) rest->size = 8;
#endif
      b->size = (uint16_t)n;
    }
    b->used = 1;
    return b + 1;
  }
  return 0;
}
static void release(void* p) {
  ((struct block*)p - 1)->used = 0;
  for (unsigned at = 0; at < ARENA;) {
    struct block* b = BLOCK(at);
    unsigned next = at + b->size;
    if (!b->used && next < ARENA && !BLOCK(next)->used)
      b->size = (uint16_t)(b->size + BLOCK(next)->size);
    else
      at = next;
  }
}
static void check(void) {
  unsigned at = 0, n = 0;
  while (at < ARENA) {
    riscv_assert(BLOCK(at)->size >= 4 && BLOCK(at)->size % 4 == 0);
    at += BLOCK(at)->size;
    riscv_assert(++n <= ARENA / 4);
  }
  riscv_assert(at == ARENA);
}
int main(void) {
  BLOCK(0)->size = ARENA;
  JANUS_SYMBOLIC(size);
  JANUS_SYMBOLIC(which);
  int count = 0;
  for (int i = 0; i < OPS; i++) {
    if (which[i] & 1 && count) {
      int k = (which[i] >> 1) % count;
      release(held[k]);
      held[k] = held[--count];
    } else {
      riscv_assume(size[i] <= 40);
      void* p = allocate(size[i]);
      if (p) held[count++] = p;
    }
    check();
  }
  while (count) release(held[--count]);
  check();
  riscv_assert(BLOCK(0)->size == ARENA);
  return 0;
}
