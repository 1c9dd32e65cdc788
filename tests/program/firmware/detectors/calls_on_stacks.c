// Calls on several stacks. An input says who fails: a task (0), the task that it has switched to (1), or main, to which
// both have come back (2), by functions of their own; or main of a firmware that has begun again behind these (3). The
// stack pointer comes from memory, or as a result (MOVED).
#include <janus.h>
#include <stdint.h>

static uint8_t input __attribute__((section(".noinit")));
static uint8_t stacks[2][512] __attribute__((aligned(16)));
static uint32_t* waiting[3];  // where a task's registers are: two tasks, and main
static int running = 2;
static int begun __attribute__((section(".noinit")));

uint32_t* change(uint32_t* sp, int to) {
  waiting[running] = sp;
  running = to;
  return waiting[to];
}
void switch_to(int task);
__asm__(
    ".text\n.type switch_to, @function\nswitch_to:\n"
    "addi sp, sp, -16\n sw ra, 0(sp)\n sw s0, 4(sp)\n mv a1, a0\n mv a0, sp\n call change\n"
#ifdef MOVED
    "mv sp, a0\n"
#else
    "addi sp, sp, -16\n sw a0, 0(sp)\n lw sp, 0(sp)\n"
#endif
    "lw ra, 0(sp)\n lw s0, 4(sp)\n addi sp, sp, 16\n ret\n"
    ".size switch_to, .-switch_to\n");

__attribute__((noinline)) static void fails_for(int who) {
  riscv_assert(input != who);
  __asm__ volatile("");
}
__attribute__((noinline)) static void work(int who) {
  fails_for(who);
  __asm__ volatile("");
}
static void first(void) {
  work(0);
  switch_to(1);
  for (;;) switch_to(2);
}
static void second(void) {
  work(1);
  for (;;) switch_to(2);
}
static void make(int task, void (*function)(void)) {
  waiting[task] = (uint32_t*)(stacks[task] + sizeof stacks[task]) - 4;
  waiting[task][0] = (uint32_t)function;
}

int main(void) {
  if (begun != 77) input = 0xff;
  if (begun != 77) JANUS_SYMBOLIC(input);
  make(0, first);
  make(1, second);
  switch_to(0);
  work(begun == 77 ? 3 : 2);
  begun = begun == 77 ? 0 : 77;
  if (begun == 77) __asm__ volatile("j _start");
  return 0;
}
