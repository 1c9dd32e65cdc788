// Buddy allocator: 8 pages, orders 0 to 3, a symbolic script of allocations and releases.
#include <janus.h>
#include <stdint.h>
#define PAGES 8
#define MAXORDER 3
#define OPS 5
static uint8_t free_map[MAXORDER + 1];  // bit b: block b of this order is free
static uint8_t script[OPS];
static struct { int8_t page, order; } held[OPS];
static int alloc(int order) {
  int o = order;
  while (o <= MAXORDER && !free_map[o]) o++;
  if (o > MAXORDER) return -1;
  int b = 0;
  while (!(free_map[o] >> b & 1)) b++;
  free_map[o] &= (uint8_t) ~(1 << b);
  while (o > order) {
    o--;
    b *= 2;
    free_map[o] |= (uint8_t)(1 << (b + 1));
  }
  return b << order;
}
static void release(int page, int order) {
  int b = page >> order;
  while (order < MAXORDER) {
#ifdef BUG
    int buddy = order == 1 ? b + 1 : b ^ 1;
#else
    int buddy = b ^ 1;
#endif
    if (!(free_map[order] >> buddy & 1)) break;
    free_map[order] &= (uint8_t) ~(1 << buddy);
    b >>= 1;
    order++;
  }
  free_map[order] |= (uint8_t)(1 << b);
}
static int free_pages(void) {
  int n = 0;
  for (int o = 0; o <= MAXORDER; o++)
    for (int b = 0; b < PAGES >> o; b++) n += (free_map[o] >> b & 1) << o;
  return n;
}
int main(void) {
  JANUS_SYMBOLIC(script);
  free_map[MAXORDER] = 1;
  uint8_t used = 0;
  int count = 0;
  for (int i = 0; i < OPS; i++) {
    if (script[i] & 0x80 && count) {
      int k = (script[i] & 7) % count;
      release(held[k].page, held[k].order);
      used &= (uint8_t) ~(((1 << (1 << held[k].order)) - 1) << held[k].page);
      held[k] = held[--count];
    } else {
      int order = script[i] & 3, p = alloc(order);
      if (p >= 0) {
        int mask = ((1 << (1 << order)) - 1) << p;
        riscv_assert((mask & ~0xff) == 0);
        riscv_assert((used & mask) == 0);
        used |= (uint8_t)mask;
        held[count].page = (int8_t)p;
        held[count++].order = (int8_t)order;
      }
    }
    riscv_assert(free_pages() + __builtin_popcount(used) == PAGES);
  }
  while (count) {
    count--;
    release(held[count].page, held[count].order);
  }
  riscv_assert(free_map[MAXORDER] == 1);
  return 0;
}
