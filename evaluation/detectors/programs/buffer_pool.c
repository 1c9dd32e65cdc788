// A pool of buffers with an allocator of its own, which tells Janus what it gives; a driver writes one byte too many.
#include <janus.h>
#include <stdint.h>

#define BYTES 16
static struct buffer {
  uint8_t bytes[BYTES];
  uint32_t guard;
} pool[4];
static uint8_t used[4];
static uint8_t count;
static volatile uint8_t last;

__attribute__((noinline)) static uint8_t* take(void) {
  for (unsigned i = 0; i < 4; ++i) {
    if (used[i]) continue;
    used[i] = 1;
    riscv_poison(&pool[i].guard, sizeof pool[i].guard);
    return riscv_begin_object(pool[i].bytes, BYTES);
  }
  return 0;
}

__attribute__((noinline)) static void give_back(uint8_t* buffer) {
  riscv_end_object(buffer);
  for (unsigned i = 0; i < 4; ++i) {
    if (pool[i].bytes != buffer) continue;
    riscv_unpoison(&pool[i].guard, sizeof pool[i].guard);
    used[i] = 0;
  }
}

int main(void) {
  JANUS_SYMBOLIC(count);
  uint8_t* buffer = take();
  if (!buffer) return 0;
#ifdef FIXED
  const unsigned most = BYTES;
#else
  const unsigned most = BYTES + 1;
#endif
  unsigned i = 0;
  for (; i < count && i < most; ++i) ((volatile uint8_t*)buffer)[i] = count;
  if (i) last = ((volatile uint8_t*)buffer)[0];
  give_back(buffer);
  return 0;
}
