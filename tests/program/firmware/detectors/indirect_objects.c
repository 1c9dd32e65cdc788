// Objects that a pointer leads to which no instruction has made: it is in the image, or the index in it is one too far.
// Without BUG all is right; else what is wrong is BUG: 1, 2, 3, 4 (with `uninitialised` only).
#include <janus.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif
#define NOINLINE __attribute__((noinline))

// --- A table of buffers.

static uint8_t short_one[4], long_one[8], third[4];
static struct {
  uint8_t* const bytes;
  const uint8_t size;
} const channels[3] = {{short_one, sizeof short_one}, {long_one, sizeof long_one}, {third, sizeof third}};
static uint8_t used[3];

NOINLINE static void put(unsigned channel, uint8_t value) {
  const unsigned size = BUG == 1 ? sizeof long_one : channels[channel].size;
  if (used[channel] < size) channels[channel].bytes[used[channel]++] = value;
}

// --- A queue that is filled from its end, and one next to it.

static uint16_t forwards[6], backwards[6];
static uint16_t *head = forwards, *tail = backwards + 6;
static uint16_t* const ends[2] = {forwards + 6, backwards + 6};

NOINLINE static void post(uint16_t value) {
  if (BUG == 2 ? head <= ends[0] : head < ends[0]) *head++ = value;
  if (tail > backwards) *--tail = value;
}

static uint16_t last(unsigned which) { return ends[which & 1][-1]; }

// --- A member by which its structure is found.

struct link {
  struct link* next;
};
struct timer {
  uint32_t period[3];
  struct link link;
};
static struct timer slow = {{9, 9, 9}, {0}}, fast = {{1, 2, 3}, {&slow.link}};
static struct link* timers = &fast.link;

NOINLINE static uint32_t periods(void) {
  uint32_t sum = 0;
  for (struct link* each = timers; each; each = each->next) {
    const struct timer* const timer = (const void*)((const char*)each - __builtin_offsetof(struct timer, link));
    for (int i = 0; i < 3; ++i) sum += timer->period[i];
  }
  return sum;
}

// --- A stack in the frame.

NOINLINE static int calculate(const uint8_t* code) {
  int8_t stack[4];
  int depth = 0;
  for (int i = 0; i < 4; ++i) switch (code[i] & 3) {
      case 0:
        if (depth >= 4) return -1;
        stack[depth++] = (int8_t)(code[i] >> 2);
        break;
      case 1:
        if ((BUG != 3 && depth < 1) || depth >= 4) return -1;
        stack[depth] = stack[depth - 1];
        depth++;
        break;
      case 2:
        if (depth < 1) return -1;
        depth--;
        break;
      default: return depth ? stack[depth - 1] : 0;
    }
  return depth ? stack[depth - 1] : 0;
}

// --- What is asserted without having been written.

NOINLINE static int answer(volatile int* values, unsigned at) { return values[at]; }

int main(void) {
  static uint8_t code[4];
  JANUS_SYMBOLIC(code);
  for (int i = 0; i < 5; ++i) put(riscv_range(0, 2, "channel"), (uint8_t)i);
  const uint32_t many = riscv_range(0, 7, "posts");
  for (uint32_t i = 0; i < many; ++i) post((uint16_t)i);
  riscv_assert(last(many) <= 7);
  riscv_assert(periods() == 33);
  riscv_assert(calculate(code) <= 127);
  volatile int values[3] = {1, 2, 3};
  if (BUG == 4) {
    volatile int others[3];
    others[0] = 1;
    others[2] = 2;
    riscv_assert(answer(others, 1) != 0x12345);
  } else {
    riscv_assert(answer(values, 1) == 2);
  }
  return 0;
}
