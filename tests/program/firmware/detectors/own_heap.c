// An allocator with the names of FreeRTOS, whose statistics go through its blocks, and that is asked how large a block
// is, by a function with a name of its own that is inlined or not, and the C library's, that is asked as well: nobody
// misuses the heap. With BUG, a block is used after it was given back; with FOREIGN, what was never given is given
// back.
#include <janus.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

struct block {
  struct block* next;
  size_t size;
};
static uint64_t heap[32];
static struct block start;

NOINLINE void* pvPortMalloc(size_t size) {
  if (!start.next) {
    start.next = (struct block*)heap;
    *start.next = (struct block){0, sizeof heap};
  }
  size = (size + sizeof(struct block) + 7) & ~7u;
  for (struct block *before = &start, *each = before->next; each; before = each, each = each->next) {
    if (each->size < size) continue;
    before->next = each->next;
    if (each->size - size > sizeof *each) {
      struct block* rest = (struct block*)((char*)each + size);
      *rest = (struct block){each->next, each->size - size};
      before->next = rest;
      each->size = size;
    }
    return each + 1;
  }
  return 0;
}
NOINLINE void vPortFree(void* memory) {
  struct block* each = (struct block*)memory - 1;
  each->next = start.next;
  start.next = each;
}
NOINLINE size_t xBlockSize(const void* memory) {
  return ((const struct block*)memory - 1)->size - sizeof(struct block);
}
static inline size_t allocated_size(const void* memory) {
  return ((const struct block*)memory)[-1].size - sizeof(struct block);
}
NOINLINE static size_t free_bytes(void) {
  size_t bytes = 0;
  for (struct block* each = start.next; each; each = each->next) bytes += each->size;
  return bytes;
}

// Stack that is free is painted, to see later how much of it was used.
NOINLINE static void paint(void) {
  uint32_t* sp;
  __asm__ volatile("mv %0, sp" : "=r"(sp));
  for (uint32_t* each = sp - 64; each < sp - 8; each++) *each = 0xa5a5a5a5;
}

int main(void) {
  paint();
  static uint8_t n;
  JANUS_SYMBOLIC(n);
  uint8_t *first = pvPortMalloc(n & 31), *second = pvPortMalloc(8);
  riscv_assert(first && second);
  riscv_assert(xBlockSize(first) >= (n & 31) && allocated_size(second) == 8);
  second[0] = n;
  vPortFree(first);
  const size_t before = free_bytes();
#ifdef BUG
  if (n == 77) first[0] = 1;
#endif
  vPortFree(second);
  riscv_assert(free_bytes() > before && free_bytes() == sizeof heap);

#ifdef FOREIGN
  if (n == 78) free((uint8_t*)heap - 4);
#endif
  void* block = malloc(n);
  if (block) riscv_assert(malloc_usable_size(block) >= n);
  free(block);
  return 0;
}
