// Small programs in which one path says something about other paths, or seems to (learn_test.cpp). Each macro below
// selects one program.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <limits.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline, noclone))

// Listing 1.1 of the thesis.
#if defined(ABSOLUTE_DIFFERENCE) || defined(ABSOLUTE_DIFFERENCE_OVERFLOWS)
static void test(void) {
  int x, y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
#ifdef ABSOLUTE_DIFFERENCE
  riscv_assume(x != INT_MIN);
  riscv_assume(y != INT_MIN);
#endif
  if (x < 0) x = -x;
  if (y < 0) y = -y;
  int result = x - y;
  if (x < y) result = y - x;
  riscv_assert(result >= 0);
}
#endif

#ifdef DIAMOND
static volatile int sink;
static void test(void) {
  int x, y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  riscv_assume(y > 3);
  if (x < 5) {
    sink = 1;
  } else {
    sink = 2;
  }
  riscv_assert(y >= 0);
}
#endif

// `flag` changes on one side of the branch only. The path that does not change `flag` must take the other side into
// account.
#if defined(IMPLICIT) || defined(IMPLICIT_SAFE)
static volatile int sink;
static void test(void) {
  int x, flag = 0;
  JANUS_SYMBOLIC(x);
  if (x > 5) flag = 1;
  sink = flag;  // keeps the compiler from replacing flag by the condition x > 5
  int seen = sink;
#ifdef IMPLICIT
  riscv_assert(seen == 0 || x > 7);
#else
  riscv_assert(seen == 0 || x > 5);
#endif
}
#endif

#if defined(IMPLICIT_MEMORY) || defined(IMPLICIT_MEMORY_SAFE)
static volatile int global, sink;
static void test(void) {
  int x, y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  global = 0;
  if (x > 5) global = 1;
  if (y > 5) sink = 1;
#ifdef IMPLICIT_MEMORY
  if (y == 3) riscv_assert(global == 0);
#else
  if (y == 3 && x < 4) riscv_assert(global == 0);
#endif
}
#endif

#if defined(CALLS) || defined(CALLS_SAFE)
static volatile int global;
static NOINLINE int clamp(int x, int limit) {
  global = 1;
  if (x > limit) {
    global = 2;
    return limit;
  }
  return x;
}
static NOINLINE int twice(int x) { return clamp(x, 100) + clamp(x, 50); }
static void test(void) {
  int x, y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  riscv_assume(x >= 0);
  int sum = 0;
  if (y > 0) sum = twice(x);
  if (y == -1) global = 5;
#ifdef CALLS
  riscv_assert(sum < 150);
#else
  riscv_assert(sum <= 150);
#endif
}
#endif

#if defined(LOOP) || defined(LOOP_SAFE)
static void test(void) {
  unsigned n, sum = 0;
  unsigned char bytes[6];
  JANUS_SYMBOLIC(n);
  JANUS_SYMBOLIC(bytes);
  riscv_assume(n <= 6);
  for (unsigned i = 0; i < n; ++i) {
    if (bytes[i] & 1) continue;
    if (bytes[i] > 200) break;
    sum += bytes[i];
  }
#ifdef LOOP
  riscv_assert(sum < 1190);
#else
  riscv_assert(sum <= 1200);
#endif
}
#endif

#if defined(SYMBOLIC_POINTER) || defined(SYMBOLIC_POINTER_SAFE)
static int words[8];
static volatile int sink;
static void test(void) {
  unsigned i, j;
  JANUS_SYMBOLIC(i);
  JANUS_SYMBOLIC(j);
  if (j > 4) sink = 1;
  words[i % 4 + (j > 9 ? 1 : 0)] = 7;
#ifdef SYMBOLIC_POINTER
  riscv_assert(words[4] == 0);
#else
  riscv_assert(words[5] == 0);
  riscv_assert(words[j % 8] == 0 || words[j % 8] == 7);
#endif
}
#endif

#if defined(CHOSEN_POINTER) || defined(CHOSEN_POINTER_SAFE)
static volatile int a, b;
static void test(void) {
  int x;
  JANUS_SYMBOLIC(x);
  volatile int* p = &a;
  if (x > 3) p = &b;
  if (x > 100) x = 100;
  *p = 1;
#ifdef CHOSEN_POINTER
  riscv_assert(b == 0);
#else
  riscv_assert(a + b == 1);
#endif
}
#endif

#if defined(FUNCTION_POINTER) || defined(FUNCTION_POINTER_SAFE)
static volatile int global;
static NOINLINE void one(void) { global = 1; }
static NOINLINE void two(void) { global = 2; }
static NOINLINE void three(void) { global = 3; }
static void (*const kTable[])(void) = {one, two, three, one};
static void test(void) {
  unsigned i;
  JANUS_SYMBOLIC(i);
  if (i > 7) i = 7;
  kTable[i % 4]();
#ifdef FUNCTION_POINTER
  riscv_assert(global != 3 || i == 2);
#else
  riscv_assert(global >= 1);
  riscv_assert(global <= 3);
#endif
}
#endif

// Paths differ in the number of inputs that they make before the last input.
#if defined(INPUT_UNDER_BRANCH) || defined(INPUT_UNDER_BRANCH_SAFE)
static void test(void) {
  int x, y = 3, z;
  JANUS_SYMBOLIC(x);
  if (x > 0) {
    JANUS_SYMBOLIC(y);
    riscv_assume(y > 0);
  }
  JANUS_SYMBOLIC(z);
#ifdef INPUT_UNDER_BRANCH
  if (z <= 0 && x == 0) riscv_assert(y == 4);
#else
  riscv_assert(y > 0);
  if (z > 10) riscv_assert(z > 5);
#endif
}
#endif

#if defined(ASSUME_UNDER_BRANCH) || defined(ASSUME_UNDER_BRANCH_SAFE)
static volatile int sink;
static void test(void) {
  int x, y;
  JANUS_SYMBOLIC(x);
  JANUS_SYMBOLIC(y);
  if (x > 10) riscv_assume(y < 5);
  if (y > 50) sink = y;
#ifdef ASSUME_UNDER_BRANCH
  riscv_assert(y != 7);
#else
  if (x > 20) riscv_assert(y != 7);
#endif
}
#endif

#if defined(SWITCH) || defined(SWITCH_SAFE)
static volatile int out;
static void test(void) {
  unsigned x;
  JANUS_SYMBOLIC(x);
  switch (x) {
    case 0: out = 5; break;
    case 1: out = 9; break;
    case 2: out = 1; break;
    case 3: out = 8; break;
    case 4: out = 3; break;
    case 5: out = 7; break;
    case 6: out = 2; break;
    default: out = 4; break;
  }
#ifdef SWITCH
  riscv_assert(out != 2);
#else
  riscv_assert(out <= 9);
#endif
}
#endif

#if defined(RECURSION) || defined(RECURSION_SAFE)
static volatile int deepest;
static NOINLINE int down(int n, int step) {
  if (n <= 0) return 0;
  if (n > deepest) deepest = n;
  return 1 + down(n - step, step);
}
static void test(void) {
  int n, x;
  JANUS_SYMBOLIC(n);
  JANUS_SYMBOLIC(x);
  riscv_assume(n <= 5);
  int calls = down(n, x > 3 ? 2 : 1);
#ifdef RECURSION
  riscv_assert(calls != 3 || n == 3);
#else
  riscv_assert(calls <= 5);
#endif
}
#endif

// An interrupt changes a variable, and no edge of the control-flow graph shows the change.
#if defined(INTERRUPT) || defined(INTERRUPT_SAFE)
static volatile int ticks;
static void __attribute__((interrupt("machine"))) on_trap(void) {
  ++ticks;
  csr_clear(mie, MIE_MTIE);
}
static void test(void) {
  int x;
  JANUS_SYMBOLIC(x);
  csr_write(mtvec, (uintptr_t)on_trap);
  clint_set_timer(clint_time() + 1);
  if (x > 3) csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  for (volatile int i = 0; i < 300; ++i) {
  }
  csr_clear(mstatus, MSTATUS_MIE);
#ifdef INTERRUPT
  riscv_assert(ticks == 0);
#else
  riscv_assert(ticks <= 1);
#endif
}
#endif

// A trap whose handler lets the program go on.
#if defined(TRAP) || defined(TRAP_SAFE)
static volatile int traps;
static void __attribute__((interrupt("machine"))) on_trap(void) {
  ++traps;
  csr_write(mepc, csr_read(mepc) + 4);
}
static void test(void) {
  int x;
  JANUS_SYMBOLIC(x);
  csr_write(mtvec, (uintptr_t)on_trap);
  volatile int here = 0;
  volatile int* p = x == 12345 ? (volatile int*)0x40000000 : &here;
  *p = 1;
#ifdef TRAP
  riscv_assert(traps == 0);
#else
  riscv_assert(traps + here == 1);
#endif
}
#endif

// A loop over the states of a protocol, with six steps that take place or not. What was kept by `gp` is an ordinary
// word; the unsafe one resumes without keys.
#if defined(HANDSHAKE) || defined(HANDSHAKE_SAFE)
static int taken, keys;
static void test(void) {
  int state = 1;
  for (int round = 0; round < 20 && state != 12; ++round) {
    unsigned answer;
    JANUS_SYMBOLIC(answer);
    switch (state) {
      case 1: state = answer == 0x16 ? 2 : 12; break;
      case 8:
        keys = 1;
        state = 9;
        break;
      case 9: state = answer < 100 ? 10 : 12; break;
      case 10:
        riscv_assert(keys);
        state = 12;
        break;
      default:
        if (answer & 1) ++taken;
        ++state;
#ifdef HANDSHAKE
        if (state == 8 && taken == 3) state = 9;
#endif
    }
  }
}
#endif

int main(void) {
  test();
  return 0;
}
