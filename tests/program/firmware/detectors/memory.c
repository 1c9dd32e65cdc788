// Mistakes with memory, one a DEFINE, each for some values of an input. Where nothing looks, all end well.
#include <janus.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ANY(value) __asm__ volatile("" : "+r"(value))  // the compiler knows nothing about a value any more
#define NOINLINE __attribute__((noinline, unused))

static uint8_t n;
static uint8_t source[64];
static uint32_t before[4] = {1}, table[4] = {2}, after[16] = {3};
static volatile uint32_t sink;
#ifdef ANCHOR
// Two objects in a row.
__asm__(
    ".pushsection .bss\n.balign 4\n.type lower, @object\n.size lower, 10\nlower: .zero 12\n"
    ".type upper, @object\n.size upper, 24\nupper: .zero 24\n.popsection");
extern uint8_t lower[10];
#endif
static volatile struct {
  uint32_t id;
  uint16_t data[4];
} record = {1, {2}};

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

// Up to three bytes too many, in the same frame.
NOINLINE static uint32_t fill_one_of_three(unsigned count) {
  volatile uint8_t lower[16], one[8], upper[16];
  lower[0] = lower[15] = upper[0] = upper[15] = 1;
  for (unsigned i = 0; i < count; ++i) one[i] = (uint8_t)i;
  return count ? one[count & 7] : 0U;
}

static volatile uint8_t* kept;
NOINLINE static void keep(volatile uint8_t* pointer) { kept = pointer; }
NOINLINE static void keep_local(unsigned local) {
  volatile uint8_t bytes[8];
  bytes[0] = 5;
  keep(local ? bytes : source);
  sink = bytes[0];
}

// Stores another return address over its own if `wrong`.
uint32_t save_and_return(unsigned wrong);
NOINLINE void end_well(void) { exit(0); }
__asm__(
    ".text\n.balign 4\n.type save_and_return, @function\nsave_and_return:\naddi sp, sp, -16\nsw ra, 12(sp)\nbeqz a0, "
    "1f\n"
    "la t0, end_well\nsw t0, 12(sp)\n1: lw ra, 12(sp)\naddi sp, sp, 16\nret\n");

static jmp_buf somewhere;
NOINLINE static void go_back(unsigned depth) {
  volatile uint8_t bytes[16];
  bytes[depth & 15] = 1;
  if (depth == 0) longjmp(somewhere, 1);
  if (depth > 9) return;
  go_back(depth - 1);
  sink = bytes[depth & 15];
}

NOINLINE static uint32_t return_behind_jump(unsigned wrong) {
  if (!setjmp(somewhere)) go_back(3);
  return save_and_return(wrong) + sink;
}

// Frames of all sizes, pointers to what lies in them, and a jump out of several.
struct node {
  struct node* next;
  uint32_t value;
};
static struct node* nodes;
NOINLINE static uint32_t sum_of_nodes(void) {
  uint32_t sum = 0;
  for (const struct node* node = nodes; node; node = node->next) sum += node->value;
  return sum;
}
NOINLINE static uint32_t link_nodes(unsigned depth) {
  struct node node = {nodes, depth};
  nodes = &node;
  const uint32_t sum = depth ? link_nodes(depth - 1) : sum_of_nodes();
  nodes = node.next;
  return sum;
}
NOINLINE static void use_frames(unsigned bytes) {
  volatile uint8_t* const block = __builtin_alloca(bytes + 1);
  for (unsigned i = 0; i <= bytes; ++i) block[i] = (uint8_t)i;
  volatile uint16_t row[bytes + 2];
  for (unsigned i = bytes + 2; i-- > 0;) row[i] = block[i % (bytes + 1)];
  sink = row[0] + link_nodes(bytes & 3);
  sink = return_behind_jump(0) + link_nodes(2) + fill_one_of_three(8);
  keep_local(0);
  sink = kept[0];
}

// Copies what is in front of the first space, and a zero.
NOINLINE static void copy_word(uint8_t* to, const char* line) {
  const char* end = line;
  while (*end != ' ') ++end;
  memcpy(to, line, (size_t)(end - line));
  to[end - line] = 0;
}

// The difference of two pointers into what has no symbol.
__attribute__((noipa, unused)) static uint32_t length_of(const char* text) {
  const char* end = text;
  while (*end) ++end;
  return (uint32_t)(end - text);
}

// A zero is the only thing that is stored by the last instruction, and only once on each path.
NOINLINE static void finish(char* text, unsigned length) { text[length] = 0; }

// The allocator gives the same address again, and a pointer to it is stored where nobody knows.
NOINLINE static void replace_one(unsigned which) {
  static uint32_t* volatile blocks[2];
  for (unsigned i = 0; i < 2; ++i) blocks[i] = memory(12);
  for (unsigned i = 0; i < 2; ++i) {
    free(blocks[which]);
    blocks[which] = memory(12);
  }
  for (unsigned i = 0; i < 2; ++i) *blocks[i] = which;
  for (unsigned i = 0; i < 2; ++i) {
    free(blocks[i]);
    blocks[i] = NULL;
  }
}

// An input says which of two rows.
NOINLINE static uint32_t read_row(unsigned row, unsigned index) {
  static uint8_t* volatile rows[2];
  rows[0] = (uint8_t*)before;
  rows[1] = (uint8_t*)after;
  return rows[row][index];
}

// One of three pointers, nobody knows which, becomes another one, for 4 bytes in place of 8 or 9.
NOINLINE static void fill_slot(unsigned which, unsigned index) {
  static struct {
    uint8_t* bytes;
    uint32_t used;
    uint8_t kind;
  } slots[3];
  for (unsigned i = 0; i < 3; ++i) slots[i].bytes = memory(8 + i % 2);
  uint8_t* const bytes = memory(4);
  slots[which].kind = 7;
  uint8_t* const left = slots[which].bytes;
  slots[which].bytes = bytes;
  ((volatile uint8_t*)slots[1].bytes)[index] = 1;
  free(left);
  for (unsigned i = 0; i < 3; ++i) free(slots[i].bytes);
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
  uint8_t* same = source;
  ANY(same);
  memcpy(same, source, 3 + (n & 3));
  memcpy(same + 8, source, 8);
  memmove(same + 1, source, n & 7);
  free(NULL);
  free(realloc(malloc(8), 80));
  free(calloc(3, 5));
  sink = maybe_set(1);
  uint8_t* zeros = calloc(8, 1);
  if (zeros[n & 7]) exit(9);
  free(zeros);
  replace_one(n & 1);
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
  use_frames(n & 15);
  sink = fill_one_of_three(n & 7);
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
  if (n == 77)
    free(before);
  else
    free(block);
#elif defined INSIDE
  if (n == 78) free(heap + 8);
#elif defined COPIED
  memcpy(other, source, n & 31);
  sink = other[n & 7];
#elif defined SHIFTED
  unsigned bytes = 8;  // else the compiler copies by itself
  ANY(bytes);
  memcpy(source + n % 12, source, bytes);
#elif defined MOVED
  uint8_t* grown = realloc(heap, 100);
  ANY(grown);
  if (n == 5) sink = *heap;
  heap = grown;
#elif defined CLEARED
  uint16_t* cleared = calloc(n, 2);
  ANY(cleared);
  if (n < 4) sink = cleared[2];
#elif defined MEASURED
  static char line[32] = "sixteen_letters ";
  line[15] = 's';
  line[10 + n % 7] = ' ';
  copy_word(heap, line);
#elif defined LITERAL
  if (n > 3) heap[length_of("sixteen_letters!")] = n;
#elif defined FINISHED
  if (n < 17) {
    char text[8];
    unsigned length = 0;
    for (volatile unsigned i = 0; i < n / 2; ++i) ++length;
    finish(text, length);
    sink = (uint8_t)text[n & 7];
  }
#elif defined TERMINATED
  char text[8];
  unsigned length = 0;
  while (length < 8 && !(n >> length & 1)) ++length;
  finish(text, length);
  sink = (uint8_t)text[n & 7];
#elif defined ADJACENT
  uint32_t *lower = &before[0] < &table[0] ? before : table, *upper = lower == before ? table : before, *word;
  unsigned four = 4;
  ANY(lower);
  ANY(upper);
  ANY(four);
  riscv_assert(lower + 4 == upper);
  if (n == 0) {
    word = lower;
  } else if (n == 1) {
    word = lower + four;
  } else {
    word = upper;
  }
  *(volatile uint32_t*)word = 5;
#elif defined INDEX
  riscv_assume(n < 6);
  ((volatile uint32_t*)table)[n] = 5;
#elif defined BELOW
  riscv_assume(n < 5);
  ((volatile uint32_t*)table)[(int)n - 1] = 5;
#elif defined OFFSET
  riscv_assume(n >> 5 <= (n & 7));
  uint32_t byte;  // source[(n & 7) - (n >> 5) - 1], as compilers have it in one of many ways
  __asm__ volatile("add %0, %1, %2\n\tsub %0, %0, %3\n\tlbu %0, -1(%0)"
                   : "=&r"(byte)
                   : "r"(source), "r"(n & 7), "r"(n >> 5));
  sink = byte;
#elif defined ANCHOR
  unsigned at = 0;
  riscv_assume((n & 7) < 7);
  while (at < (n & 7)) ++at;  // a path for each
  uint32_t word;              // upper[at - 1], by the address of what lies in front of it
  __asm__ volatile("add %0, %1, %2\n\tlw %0, 12(%0)" : "=&r"(word) : "r"(lower), "r"(4 * at - 4));
  sink = word;
#elif defined FIELD
  riscv_assume(n < 5);
  record.data[n] = 5;
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
#elif defined ROWS
  sink = read_row(0, 0) + read_row(n & 1, (n >> 1) % 24);
#elif defined LEARNED  // what an access, or a product, tells of the input holds of the pointer that was made of it, too
  static uint8_t weights[16], squares[16];
  riscv_assume(n < 16);
  volatile uint8_t* at = squares + n;
  ANY(at);
  sink = weights[n];
  if (n * n + 5 * n != 84) sink = n;
  at[1] = 1;
#elif defined REACHED
  sink = read_row(n & 1, n & 15);
  fill_slot(n % 3, n & 3);
#elif defined SLOTS
  riscv_assume(n < 30);
  fill_slot(n % 3, n / 3);
#elif defined UNSET
  sink = maybe_set(n != 9);
#elif defined BLANK
  volatile uint32_t* blank = memory(40);
  for (unsigned i = 0; i < (n & 15); ++i) blank[i] = i;
  if (blank[5] > 100) sink = 1;
#elif defined UNWRITTEN
  volatile uint16_t* unwritten = memory(12);
  unwritten[2] = n;
  riscv_assert(unwritten[3] != 77 || unwritten[2] != 9);
#elif defined GROWN
  uint8_t* grown = realloc(heap, 100);
  ANY(grown);
  if (n == 20 && grown[20] == 77) sink = 1;
  heap = grown;
#elif defined NEIGHBOUR
  riscv_assume(n < 12);
  sink = fill_one_of_three(n);
#elif defined GONE
  keep_local(n == 11);
  sink = kept[0];
#elif defined SAVED
  sink = return_behind_jump(n == 6);
#elif defined LOST
  void* lost = memory(12);
  if (n != 13) free(lost);
  lost = NULL;
  ANY(lost);
#elif defined RETURN
  sink = store_in_frame(n & 7);
#endif
  if (heap) free(heap);
  free(other);
  return 0;
}
