// The end of an array, where another one begins or nobody knows what is, as a pointer to go back from; and arrays of
// the function that a task begins with. Without BUG all is right; else what is wrong is BUG: 1 to 7.
#include <janus.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif
#define NOINLINE __attribute__((noipa))

static uint8_t input;

// --- Neighbours in a row, each by its end and by its beginning.

static uint32_t rows[3][4], below[4], middle[4], above[4];
NOINLINE static uint32_t last(const uint32_t* end) { return end[-1]; }
NOINLINE static void fill(uint32_t* begin, uint32_t* end) {
  while (end != begin) *--end = input;
}
NOINLINE static void mark(uint8_t* end) { memcpy(end - 4, "mark", 4); }
NOINLINE static void clear(void* at, unsigned bytes) { memset(at, 0, bytes); }
NOINLINE static uint32_t first(const uint32_t* begin) { return begin[0]; }
NOINLINE static void go_through(void) {
  uint32_t* const all[] = {below, middle, above, rows[0]};
  for (int i = 0; i < 4; ++i) {
    fill(all[i], all[i] + 4);
    riscv_assert(last(all[i] + 4) == input && first(all[i]) == input);
  }
  fill(below, below + 4);
  fill(middle, middle + 4);
  fill(above, above + 4);
  riscv_assert(last(below + 4) + last(middle + 4) + last(above + 4) == 3 * input);
  mark((uint8_t*)(below + 4));
  mark((uint8_t*)(middle + 4));
  clear(middle, sizeof middle + (BUG == 7 && input == 'x'));
}

// --- Neighbours whose end a loop has come to, so that the compiler has the next one's address; and their last
// elements, as far in front of the end as an input says.

static int odd[9] = {1, 2}, even[8] = {1, 2};
NOINLINE static int sum(const int* at, const int* end) {
  int result = 0;
  while (at != end) result += *at++;
  return result;
}
NOINLINE static int parity_and_sums(void) {
  int parity = 0;
  for (const int* at = even; at != even + 8; ++at) parity ^= *at;
  return sum(even, even + 8) + sum(odd, odd + 9) + parity;
}
NOINLINE static int back(const int* end, int lag) { return end[-lag]; }
NOINLINE static void look_back(int lag) {
  if (lag >= 1 && lag <= 8) riscv_assert(back(odd + 9, lag) + back(even + 8, lag) <= 4);
}
NOINLINE static uint8_t in_front_of(const uint8_t* bytes, unsigned length) { return bytes[length - 1]; }

// --- Digits in front of the end of a local array.

NOINLINE static char* digits(unsigned value, char* end) {
  *--end = 0;
  do *--end = '0' + value % 10;
  while (value /= 10);
  return end;
}
NOINLINE static void format(void) {
  char text[BUG == 1 ? 3 : 4];
  riscv_assert(digits(input, text + sizeof text)[0] >= '0');
}

// --- A stack that grows down, from the end that the image has.

static uint32_t cells[4], *top = cells + 4;
NOINLINE static void push(uint32_t value) {
  if (BUG == 2 ? top >= cells : top > cells) *--top = value;
}

// --- An array behind the padding of another one, from which the compiler reaches it.

uint16_t counts[5];
uint8_t map[10];
NOINLINE static void note(unsigned i, unsigned j) {
  if (i >= 3 && i < 8) counts[i - 3]++;
  if (j >= 2 && j < (BUG == 3 ? 13 : 12)) map[j - 2] = 1;
}

// --- Tasks, which nobody calls.

static uint8_t stacks[2][256] __attribute__((aligned(16)));
uint32_t saved_sp, saved_ra;
void start(void (*task)(void), uint8_t* stack);
void leave(void);
__asm__(
    ".text\n.type start, @function\nstart:\n"
    "lui t0, %hi(saved_sp)\n sw sp, %lo(saved_sp)(t0)\n lui t0, %hi(saved_ra)\n sw ra, %lo(saved_ra)(t0)\n"
    "mv sp, a1\n csrw mepc, a0\n li t0, 0x1800\n csrw mstatus, t0\n li ra, 0\n mret\n"
    ".size start, .-start\n.type leave, @function\nleave:\n"
    "lui t0, %hi(saved_sp)\n lw sp, %lo(saved_sp)(t0)\n lui t0, %hi(saved_ra)\n lw ra, %lo(saved_ra)(t0)\n ret\n"
    ".size leave, .-leave\n");

static void count(void) {
  volatile uint8_t seen[4] = {0};
  seen[input & (BUG == 4 ? 7 : 3)] = 1;
  leave();
}
static void walk(void) {
  char text[4];
  riscv_assert(digits(input % (BUG == 5 ? 2000 : 1000) + (BUG == 5 ? 800 : 0), text + sizeof text)[0] != 0);
  leave();
}

int main(void) {
  JANUS_SYMBOLIC(input);
  riscv_assert(parity_and_sums() == 6 + 3);
  look_back(input & 15);
  const unsigned length = input >> 4;
  if (BUG == 6 || (length & 7) > 0)
    riscv_assert(in_front_of(map, length & 7) + in_front_of((uint8_t*)even, length & 7) < 3);
  go_through();
  format();
  for (unsigned i = 0; i < (input & 7u); ++i) push(i);
  note(input & 15, input >> 4);
  start(count, stacks[0] + 256);
  start(walk, stacks[1] + 256);
  start(count, stacks[1] + 256);
  return 0;
}
