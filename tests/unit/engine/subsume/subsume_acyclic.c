// Programs whose paths meet again, one for each value of PROGRAM.
#include "subsume_programs.h"

volatile int sink;

#if PROGRAM == 1  // the absolute difference of absolute values; the smallest number has none
int main(void) {
  int x = any_between(-0x7fffffff, 0x7fffffff), y = any_between(-0x7fffffff, 0x7fffffff);
  if (x < 0) {
    x = -x;
    sink = 1;
  }
  if (y < 0) {
    y = -y;
    sink = 2;
  }
  int r = x - y;
  if (x < y) r = y - x;
  riscv_assert(r >= 0);
  return 0;
}
#elif PROGRAM == 2 || PROGRAM == 3  // eight choices that do not matter (2), or one combination of which matters (3)
int main(void) {
  unsigned char input[8];
  riscv_make_symbolic(input, sizeof input);
  int count = 0;
  for (int i = 0; i < 8; ++i) {
    if (input[i] == 'a' + i) {
      count += 1;
      sink = i;
    }
  }
  riscv_assert(count <= (PROGRAM == 2 ? 8 : 7));
  return 0;
}
#elif PROGRAM == 4  // loads and stores through a pointer with several targets, some in bounds only because of a check
int table[16] = {1, 2, 3, 4};
int main(void) {
  unsigned index, value;
  riscv_make_symbolic(&index, sizeof index);
  riscv_make_symbolic(&value, sizeof value);
  if (index >= 16) index = 3;
  if (value > 100) value = 100;
  table[index] = value;
  if (value == 5) sink = 3;
  riscv_assert(table[index] <= 100);
  riscv_assert(table[(index + 1) % 16] <= 100);
  return 0;
}
#elif PROGRAM == 5  // recursion: the same code under many return addresses and stack pointers
__attribute__((noinline)) int depth(unsigned n) {
  if (n == 0) return 0;
  if (n % 2) return 1 + depth(n / 2);
  return 1 + depth(n / 2);
}
int main(void) {
  riscv_assert(depth(any_between(0, 200)) <= 8);
  return 0;
}
#elif PROGRAM == 6  // inputs that are made after a fork
int main(void) {
  int limit = 10;
  if (any_between(0, 5) > 3) sink = 1;
  int late = any_between(0, 5);
  if (late > 2) sink = 2;
  if (any_between(0, 1)) sink = 3;
  riscv_assert(late < limit);
  riscv_assert(late != LATE);
  return 0;
}
#elif PROGRAM == 7  // devices that remember: the scratch register of the UART
#define SCRATCH (*(volatile unsigned char*)0x10000007)
#define TRANSMIT (*(volatile unsigned char*)0x10000000)
int main(void) {
  int x = any_between(0, 9), y = any_between(0, 9);
  SCRATCH = 0;
  if (y > 5) TRANSMIT = 'y';
  if (x == WRITER) SCRATCH = 1;
  TRANSMIT = 'a' + x;
  if (y == 7) sink = 1;
  riscv_assert(SCRATCH == 0 || y != 7);
  return 0;
}
#elif PROGRAM == 8   // control registers, and a CSR that holds data
int main(void) {
  int x = any_between(0, 9), y = any_between(0, 9);
  if (x == 3) __asm__ volatile("csrsi mstatus, 8");
  __asm__ volatile("csrw mscratch, %0" : : "r"(x));
  if (y > 5) sink = 1;
  int status, scratch;
  __asm__ volatile("csrr %0, mstatus" : "=r"(status));
  __asm__ volatile("csrrw %0, mscratch, zero" : "=r"(scratch));
  riscv_assert(scratch == x);
  riscv_assert(!(status & 8) || y != BAD);
  return 0;
}
#elif PROGRAM == 9   // time: paths of different lengths read a clock
int main(void) {
  int x = any_between(0, 3), y = any_between(0, 3);
  unsigned before, after;
  __asm__ volatile("csrr %0, cycle" : "=r"(before));
  if (x == 2) {
    for (volatile int i = 0; i < 100; ++i) {
    }
  }
  if (y == 2) sink = 1;
  __asm__ volatile("csrr %0, cycle" : "=r"(after));
  riscv_assert(after - before < 300);
  return 0;
}
#elif PROGRAM == 10  // code that one path writes to
__attribute__((noipa, aligned(4))) int zero(void) { return 0; }
int main(void) {
  int x = any_between(0, 3), y = any_between(0, 3);
  sink = zero();
  if (x == 2) *(volatile unsigned*)zero = 0x00100513;  // li a0, 1
  __asm__ volatile("fence.i");
  if (y == 2) sink = 1;
  riscv_assert(zero() == 0 || y != 2);
  return 0;
}
#endif
