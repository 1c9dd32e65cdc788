// A switch of tasks saves registers in memory: among them an address from which the compiler goes on to reach other
// variables by constants (s0 has that of `main_task`). With BUG, an index beyond an array whose address was in memory.
#include <janus.h>
#include <stdint.h>

struct context {
  uint32_t ra, sp, s0, s1, s2;
};
static struct context main_task, first, second;
void switch_task(struct context* from, struct context* to);
__asm__(
    ".text\n.type switch_task, @function\nswitch_task:\n"
    "sw ra, 0(a0)\n sw sp, 4(a0)\n sw s0, 8(a0)\n sw s1, 12(a0)\n sw s2, 16(a0)\n"
    "lw ra, 0(a1)\n lw sp, 4(a1)\n lw s0, 8(a1)\n lw s1, 12(a1)\n lw s2, 16(a1)\n ret\n"
    ".size switch_task, .-switch_task\n");

static uint8_t first_stack[256] __attribute__((aligned(16))), second_stack[256] __attribute__((aligned(16)));
uint8_t input;
static int turns;
static uint32_t levels[4], limits[4];
static uint32_t* volatile current;

static void run_first(void) {
  for (;;) turns++, switch_task(&first, &main_task);
}
static void run_second(void) {
  for (;;) turns++, switch_task(&second, &main_task);
}

// Compilers have other values in ra once it is saved: here that of a local, which somebody changes.
void set_word(volatile uint32_t* word, uint32_t value) { *word = value; }
uint32_t through_ra(void);
__asm__(
    ".text\n.type through_ra, @function\nthrough_ra:\n"
    "addi sp, sp, -32\n sw ra, 28(sp)\n li ra, 5\n sw ra, 12(sp)\n addi a0, sp, 12\n li a1, 7\n call set_word\n"
    "lw a0, 12(sp)\n lw ra, 28(sp)\n addi sp, sp, 32\n ret\n"
    ".size through_ra, .-through_ra\n");

static struct context again;
__attribute__((noinline)) static void yield(void) {
  switch_task(&again, &main_task);
  turns++;
}
static void run_again(void) {
  yield();
  yield();
  for (;;) yield();
}

__attribute__((noinline)) static void set(uint32_t* values) {
  switch_task(&main_task, &first);
  values[input & 3] = limits[3];
#ifdef BUG
  values[(input & 3) + 1] = 7;
#endif
}

int main(void) {
  JANUS_SYMBOLIC(input);
  riscv_assert(through_ra() == 7);
  for (int i = 0; i < 2; ++i) {  // a task that begins anew, on the stack that it had before
    again.ra = (uint32_t)run_again;
    again.sp = (uint32_t)(first_stack + 256);
    for (int k = 0; k < 4; ++k) switch_task(&main_task, &again);
  }
  riscv_assert(turns == 6);
  turns = 0;
  first.ra = (uint32_t)run_first;
  first.sp = (uint32_t)(first_stack + 256);
  second.ra = (uint32_t)run_second;
  second.sp = (uint32_t)(second_stack + 256);
  switch_task(&main_task, &first);
  switch_task(&main_task, &second);
  switch_task(&main_task, &first);
  current = levels;
  set(current);
  riscv_assert(turns == 4);
  return 0;
}
