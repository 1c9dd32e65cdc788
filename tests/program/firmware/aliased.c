// Memory that is written at one of two places, and read at the other (sw/examples/twins.toml). MISTAKE chooses what is
// wrong: 1 an access beyond an allocation, through the mirror; 2 a use of what was never written, at either place; 3 a
// store into constants through the mirror.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef MISTAKE
#define MISTAKE 0
#endif

enum { kRam = 0x80000000, kMirror = 0x40000000, kWords = 4 };

static const uint32_t constants[kWords] = {1, 2, 3, 4};
static uint32_t table[kWords];

static void* mirrored(const volatile void* place) { return (void*)((uintptr_t)place - kRam + kMirror); }

// Executed at both places.
static uint32_t __attribute__((noinline)) sum(const volatile uint32_t* words, uint32_t count) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; ++i) total += words[i];
  return total;
}

int main(void) {
  uint32_t count;
  riscv_make_symbolic_named(&count, sizeof count, "count");
  riscv_assume(count <= kWords);
  uint32_t (*const far_sum)(const volatile uint32_t*, uint32_t) =
      (uint32_t(*)(const volatile uint32_t*, uint32_t))mirrored((const void*)sum);

  uint32_t* const words = malloc(kWords * sizeof *words);
  if (!words) return 0;
  volatile uint32_t* const mirror = mirrored(words);
  for (uint32_t i = 0; i < kWords; ++i) {
    if (i % 2 == 0) mirror[i] = i;
    if (i % 2 == 1 && MISTAKE != 2) ((volatile uint32_t*)words)[i] = i;
  }
  const uint32_t here = sum(words, count), there = far_sum(mirror, count);
  riscv_assert(here == there);
  if (far_sum(mirror, kWords) != 6) table[0] = 1;
  ((volatile uint32_t*)mirrored(table))[count % kWords] = 1;
  if (MISTAKE == 1) mirror[count] = 1;
  if (MISTAKE == 3) ((volatile uint32_t*)mirrored(constants))[count % kWords] = 0;
  free(words);
  return 0;
}
