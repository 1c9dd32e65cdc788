// A switch of tasks saves registers in memory: among them an address from which the compiler goes on to reach other
// variables by constants (s0 has that of `main_task`). With BUG, a pointer in memory leads on by a constant, too.
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

__attribute__((noinline)) static void set(uint32_t* values) {
  switch_task(&main_task, &first);
  values[input & 3] = limits[3];
#ifdef BUG
  values[4] = 7;
#endif
}

int main(void) {
  JANUS_SYMBOLIC(input);
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
