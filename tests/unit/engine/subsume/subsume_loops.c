// Loops with a symbolic number of iterations, one for each value of PROGRAM. Assumptions keep inputs in ranges where
// sums do not wrap.
#include "subsume_programs.h"

#define QUARTER 0x20000000
#define KEEP(x) __asm__ volatile("" : "+r"(x))  // keeps the compiler from computing the loop's result

volatile int sink;

#if PROGRAM == 1  // two numbers that grow together
int main(void) {
  int x = any_between(-QUARTER, QUARTER), i = any_between(-QUARTER, QUARTER), n = any_between(-QUARTER, QUARTER);
  int y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
    KEEP(i);
    KEEP(x);
  }
  riscv_assert(x >= y + SLIP);
  return 0;
}
#elif PROGRAM == 2   // a loop in a loop
int main(void) {
  int x = any_between(-QUARTER, QUARTER), i = any_between(-QUARTER, QUARTER), j = any_between(-QUARTER, QUARTER);
  int n = any_between(-QUARTER, QUARTER);
  int y = x;
  while (i < n) {
    i = i + 1;
    KEEP(i);
    while (j < n) {
      x = x + 1;
      j = j + 1;
      KEEP(j);
      KEEP(x);
    }
  }
  riscv_assert(x >= y + SLIP);
  return 0;
}
#elif PROGRAM == 3   // the two sides of a choice meet again before a test
int main(void) {
  int x = 0;
  if (!any_between(0, 1)) {
    int y = any_between(-QUARTER, QUARTER);
    if (y < 0) y = 0 - y;
    x = x + y;
  }
  riscv_assert(x >= 0 + SLIP);
  return 0;
}
#elif PROGRAM == 4   // a pointer that runs along a table, and an index
int table[8];
int main(void) {
  unsigned n;
  riscv_make_symbolic(&n, sizeof n);
  unsigned i = 0;
  while (i < n) {
    KEEP(i);
    riscv_assert(table[(i + SLIP * 8) % 8] == 0);
    if (i == 1000000) sink = 1;
    i = i + 1;
  }
  riscv_assert(i == n);
  riscv_assert(i != 5 || !SLIP);
  return 0;
}
#elif PROGRAM == 5   // a choice in each iteration moves one of two numbers; the loop makes inputs
int main(void) {
  int n = any_between(0, QUARTER), low = 0, high = n;
  while (low < high) {
    if (any_between(0, 1)) {
      low = low + 1;
    } else {
      high = high - 1;
    }
    KEEP(low);
    KEEP(high);
  }
  riscv_assert(low == high);
  riscv_assert(low <= n - SLIP);
  return 0;
}
#elif PROGRAM == 6   // the assertion fails after WRONG iterations
int main(void) {
  int n = any_between(0, QUARTER), x = 0;
  for (int i = 0; i < n; ++i) {
    KEEP(i);
    if (i == WRONG) x = 1;
    riscv_assert(x == 0);
  }
  return 0;
}
#elif PROGRAM == 7   // two numbers that go up and down, each for itself
int main(void) {
  int i = any_between(0, QUARTER), a = any_between(-QUARTER, 6), b = any_between(-QUARTER, 8);
  while (i < 100) {
    if (a <= 5) {
      a = a + 1;
    } else {
      a = a - 4;
    }
    if (b < 8) {
      b = b + 1;
    } else {
      b = b - 3;
    }
    i = i + 1;
  }
  riscv_assert(a <= 6 - SLIP);
  riscv_assert(b <= 8);
  return 0;
}
#elif PROGRAM == 8   // a loop that is entered by two paths; one of them may be wrong
int main(void) {
  int i = any_between(0, QUARTER), a = any_between(-QUARTER, 6), top = 6;
  if (any_between(0, 1)) {
    top = 6 + SLIP;
    KEEP(top);
  }
  while (i < 100) {
    if (a < top) {
      a = a + 1;
    } else {
      a = a - 4;
    }
    i = i + 1;
  }
  riscv_assert(a <= 6);
  return 0;
}
#elif PROGRAM == 10  // steps of one to three come to a bound, or go beyond it by two
int main(void) {
  int n = any_between(0, QUARTER), i = 0;
  while (i < n) i = i + any_between(1, 3);
  riscv_assert(i <= n + 2 - SLIP);
  return 0;
}
#elif PROGRAM == 11  // what the loop changes shares a word of memory with what it leaves alone
static volatile struct {
  unsigned char changes, other;
  unsigned short stays;
} word;
int main(void) {
  int n = any_between(0, QUARTER);
  word.stays = (unsigned short)n;
  for (int i = 0; i < n; ++i) {
    word.changes = (unsigned char)i;
    if (SLIP && i == 9) word.stays = word.stays + 1;
  }
  riscv_assert(word.stays == (unsigned short)n);
  return 0;
}
#elif PROGRAM == 9   // after WRONG iterations, the next one accesses what this one has poisoned
int cell;
int main(void) {
  int n = any_between(0, QUARTER);
  for (int i = 0; i < n; ++i) {
    KEEP(i);
    sink = *(volatile int*)&cell;
    if (i == WRONG) riscv_poison(&cell, sizeof cell);
  }
  return 0;
}
#elif PROGRAM == 0   // after WRONG iterations, the loop goes round for ever
int main(void) {
  int n = any_between(0, QUARTER);
  for (int i = 0; i < n; ++i) {
    KEEP(i);
    sink = i;
    if (i == WRONG) i -= 1;
  }
  return 0;
}
#endif
