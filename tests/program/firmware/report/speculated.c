// Code of lines that are not reached is executed: the compiler loads `number` in front of the branch. What a line with
// two calls computes is one execution of it.
#include <janus.h>
#include <stdint.h>

static volatile uint8_t mode;
static uint16_t number, target;
static int8_t direction = 1;
static uint8_t pending, at;
static uint8_t commands[14];

__attribute__((noinline)) static uint8_t get(void) { return commands[at++]; }

static void command(uint8_t c) {
  if (pending) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');  // there are no digits
      if (number > 100) number = 100;
      return;
    }
    target = number + 7;
    pending = 0;
  }
  switch (c) {
    case 'f': direction = 1; break;
    case 'r':
      if (target != 0) direction = -1;
      break;
    case 's': pending = c; break;
    default: break;
  }
}

int main(void) {
  JANUS_SYMBOLIC(commands);
  for (unsigned i = 0; i < sizeof commands; i++) riscv_assume(commands[i] < '0' || commands[i] > '9');
  unsigned sum = 0;
  for (unsigned round = 0; round < 7; round++) {
    uint8_t first = get(), second = get();  // two calls
    int8_t before = direction;
    command(first);
    mode = first;
    sum += first ^ second;
    riscv_assert(before == direction || sum < 600);
  }
  return 0;
}
