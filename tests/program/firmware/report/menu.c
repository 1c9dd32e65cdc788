// A menu with a PIN and three tries, for ever, and a counter of changes that fails after very long: no exploration
// decides soon, and those that widen states come to what no path has come to.
#include <janus.h>
#include <stdint.h>

enum menu { LOCKED, MAIN, SETTINGS };
static enum menu menu;
static int tries, digits, pin, level = 5, locked_out;
static unsigned changes;

__attribute__((noinline)) static int key(void) {
  uint8_t byte;
  JANUS_SYMBOLIC(byte);
  return byte;
}

__attribute__((noinline)) static void enter(int digit) {
  if (digit < '0' || digit > '9') return;
  pin = pin * 10 + (digit - '0');
  if (++digits < 4) return;
  if (pin == 2718) {
    menu = MAIN;
    tries = 0;
  } else if (++tries == 3) {
    locked_out = 1;
  }
  pin = digits = 0;
}

int main(void) {
  for (;;) {
    int now = key();
    if (locked_out) {
      riscv_assert(tries == 3);
      continue;
    }
    if (menu == LOCKED) {
      enter(now);
    } else if (menu == MAIN) {
      if (now == 's') menu = SETTINGS;
      if (now == 'q') menu = LOCKED;
    } else {
      if (now == '+' && level < 10) level++, changes++;
      if (now == '-' && level > 0) level--, changes++;
      if (now == 'q') menu = MAIN;
    }
    riscv_assert(changes < 1000000);
    riscv_assert(level >= 0 && level <= 10);
  }
}
