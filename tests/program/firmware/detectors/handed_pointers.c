// Pointers that functions get and that memory has: from them, no constant leads to another object. And accesses at an
// index that the path fixes. Without BUG all is right; else what is wrong is BUG: 1 to 6.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif
#define NOINLINE __attribute__((noipa))
#define KEEP(pointer) __asm__ volatile("" ::"r"(pointer) : "memory")

// --- Neighbours, each gone through from its end.

static uint8_t first[8], second[8], third[8];
NOINLINE static uint32_t sum(const uint8_t* bytes) {
  uint32_t result = 0;
  for (const uint8_t* byte = bytes + 8; byte-- > bytes;) result += *byte;
  return result;
}

// --- One step that may lead behind the end.

static char line[12], behind_line[20];
NOINLINE static void mark(char* at, unsigned step) {
  if (step) at += BUG == 1 ? 12 : 11;
  *at = 1;
}

// --- A cursor in memory, in a small object.

static uint8_t small[8], *head;
NOINLINE static void put(uint8_t byte) { *head++ = byte; }

// --- A terminator, behind as many characters as the path has written.

static char text[16], behind_text[16];
NOINLINE static void terminate(unsigned length) {
  for (unsigned i = 0; i < length; ++i) {
    text[i] = 'x';
    KEEP(text);
  }
  text[length] = 0;
}

// --- A place in a frame that is gone.

static const int* place;
NOINLINE static int look(unsigned at) {
  int values[4] = {1, 2, 3, 4};
  KEEP(values);
  place = &values[at];
  return *place;
}

// --- The length of what was written into a local array.

NOINLINE static void copy(unsigned digits) {
  char local[8], *end = local;
  char* const block = malloc(8);
  if (!block) return;
  for (unsigned i = 0; i < digits; ++i) *end++ = '0';
  __asm__ volatile("" : "+r"(end) : "r"(local) : "memory");
  block[end - local] = 0;
  KEEP(block);
  free(block);
}

// --- A queue that copies messages, byte by byte in the C library.

struct message {
  char* text;
  int number;
};
static struct message queue[2];
NOINLINE static void transfer(void* to, const void* from, unsigned size) { memcpy(to, from, size); }
NOINLINE static void exchange(unsigned when) {
  char table[8];
  struct message sent = {malloc(4), 1}, received;
  if (!sent.text) return;
  transfer(&queue[1], &sent, sizeof sent);
  if (BUG == 6 && when > 5) free(sent.text);
  transfer(table, "letters", when & 7);  // as many as an input says, elsewhere
  transfer(&received, &queue[1], sizeof received);
  received.text[0] = 2;
  KEEP(received.text);
  if (BUG != 6 || when <= 5) free(received.text);
}

int main(void) {
  JANUS_SYMBOLIC(first);
  riscv_assert(sum(first) <= 8 * 255 && sum(second) + sum(third) == 0);
  mark(line, riscv_range(0, 1, "step"));
  head = small;
  for (unsigned i = riscv_range(0, BUG == 2 ? 9 : 8, "bytes"); i > 0; --i) put((uint8_t)i);
  terminate(riscv_range(1, BUG == 3 ? 16 : 15, "length"));
  const int seen = look(riscv_range(0, 3, "at"));
  if (BUG == 4) riscv_assert(*place != seen + 77);
  copy(riscv_range(1, BUG == 5 ? 8 : 7, "digits"));
  exchange(riscv_range(0, 9, "when"));
  KEEP(behind_line);
  KEEP(behind_text);
  return 0;
}
