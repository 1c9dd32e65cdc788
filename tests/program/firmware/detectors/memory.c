// Mistakes with memory, one a DEFINE, each for some values of an input. Where nothing looks, all end well.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ANY(value) __asm__ volatile("" : "+r"(value))  // the compiler knows nothing about a value any more
#define NOINLINE __attribute__((noinline, unused))

static uint8_t n;
static uint8_t source[64];
static uint32_t before[4] = {1}, table[4] = {2}, after[16] = {3};
static volatile uint32_t sink;

static void* memory(size_t bytes) {
  void* block = malloc(bytes);
  ANY(block);
  return block;
}

NOINLINE static void fill(volatile uint8_t* bytes, unsigned count) {
  for (unsigned i = 0; i < count; ++i) *bytes++ = 0x41;
}

NOINLINE static void fill_backwards(volatile uint32_t* words, unsigned count) {
  for (volatile uint32_t* word = words + count; word != words;) *--word = count;
}

NOINLINE static void copy_to_frame(unsigned count) {
  uint8_t bytes[24];
  memcpy(bytes, source, count);
  sink = bytes[n & 7];
  if (count > 24) exit(0);
}

NOINLINE static uint32_t store_in_frame(unsigned index) {
  volatile uint32_t words[4] = {0};
  words[index] = 1;
  if (index > 3) exit(0);
  return words[0];
}

// Reads what nobody wrote if `set` is zero.
NOINLINE static uint32_t maybe_set(unsigned set) {
  volatile uint32_t word;
  volatile uint8_t bytes[8];
  if (set) word = 7;
  bytes[1] = 1;
  return word == 7 ? bytes[1] : 2;
}

// What is right, in the ways of compilers and libraries that look as if it were not.
NOINLINE static void go_right_ways(uint8_t* heap) {
  fill((uint8_t*)table, 16);
  fill((uint8_t*)after, 64);
  fill_backwards(table, 4);
  fill_backwards(after, 16);
  fill(heap, 16);
  char text[8];
  strcpy(text, "seven77");
  sink = (uint32_t)strlen(text) + (uint32_t)strlen(strcpy((char*)heap, "a text of 15 ch"));
  volatile uint32_t local[4];
  for (int i = 3; i >= 0; --i) local[i] = table[i] + before[3 - i];
  for (uint32_t* p = after + 16; p-- > after;) *p += local[n & 3];
  memset(heap + 15, 0, 1);
  memcpy(before, table, sizeof before);
  free(NULL);
  free(realloc(malloc(8), 80));
  free(calloc(3, 5));
  sink = maybe_set(1);
  uint8_t* zeros = calloc(8, 1);
  if (zeros[n & 7]) exit(9);
  free(zeros);
}

int main(void) {
  n = INPUT;
  JANUS_SYMBOLIC(n);
  uint8_t* heap = memory(16);
  uint8_t* other = memory(24);
  go_right_ways(heap);
#if defined RIGHT
  fill(heap, n & 15);
  table[n & 3] = after[n & 15];
  sink = store_in_frame(n & 3);
  copy_to_frame(n % 25);
#elif defined PAST
  fill(heap, n);
#elif defined IN_FRONT
  ((volatile uint8_t*)heap)[(int)(n & 7) - 2] = 1;
#elif defined FREED
  free(other);
  if (n == 3) sink = other[4];
  other = memory(8);
#elif defined TWICE
  if (n > 250) free(heap);
  free(heap);
  heap = NULL;
#elif defined FOREIGN
  void* block = n == 77 ? (void*)before : memory(4);
  if (n == 77) free(before);
  else free(block);
#elif defined INSIDE
  if (n == 78) free(heap + 8);
#elif defined COPIED
  memcpy(other, source, n & 31);
#elif defined MOVED
  uint8_t* grown = realloc(heap, 100);
  ANY(grown);
  if (n == 5) sink = *heap;
  heap = grown;
#elif defined CLEARED
  uint16_t* cleared = calloc(n, 2);
  ANY(cleared);
  if (n < 4) sink = cleared[2];
#elif defined INDEX
  riscv_assume(n < 6);
  ((volatile uint32_t*)table)[n] = 5;
#elif defined STEPS
  fill((uint8_t*)table, n & 31);
#elif defined BLOCK
  memcpy(table, source, n & 31);
#elif defined FRAME
  copy_to_frame(n % 45);
#elif defined PICKED
  riscv_assume(n < 3);
  uint8_t* blocks[3];
  for (int i = 0; i < 3; ++i) blocks[i] = memory(8);
  free(blocks[n]);
  free(blocks[0]);
#elif defined UNSET
  sink = maybe_set(n != 9);
#elif defined BLANK
  volatile uint32_t* blank = memory(40);
  for (unsigned i = 0; i < (n & 15); ++i) blank[i] = i;
  if (blank[5] > 100) sink = 1;
#elif defined RETURN
  sink = store_in_frame(n & 7);
#endif
  if (heap) free(heap);
  return 0;
}
