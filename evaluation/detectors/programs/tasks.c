// Two tasks with stacks of their own hand a job over by its address. The first must not go on before it is done.
#include <janus.h>
#include <stdint.h>

struct job {
  uint8_t code, done;
  uint32_t result;
};
static struct job* volatile mailbox;
static uint32_t stacks[2][192];
static void* saved[3];
static unsigned current = 2;
static uint8_t code;
static volatile uint32_t results;

void switch_stacks(void** from, void* to);
__asm__(
    ".text\n.balign 4\n.type switch_stacks, @function\nswitch_stacks:\naddi sp, sp, -64\nsw ra, 0(sp)\nsw s0, "
    "4(sp)\nsw s1, 8(sp)\n"
    "sw s2, 12(sp)\nsw s3, 16(sp)\nsw s4, 20(sp)\nsw s5, 24(sp)\nsw s6, 28(sp)\nsw s7, 32(sp)\nsw s8, 36(sp)\nsw s9, "
    "40(sp)\n"
    "sw s10, 44(sp)\nsw s11, 48(sp)\nsw sp, 0(a0)\nmv sp, a1\nlw ra, 0(sp)\nlw s0, 4(sp)\nlw s1, 8(sp)\nlw s2, 12(sp)\n"
    "lw s3, 16(sp)\nlw s4, 20(sp)\nlw s5, 24(sp)\nlw s6, 28(sp)\nlw s7, 32(sp)\nlw s8, 36(sp)\nlw s9, 40(sp)\nlw s10, "
    "44(sp)\n"
    "lw s11, 48(sp)\naddi sp, sp, 64\nret\n");

__attribute__((noinline)) static void go_to(unsigned next) {
  const unsigned from = current;
  current = next;
  switch_stacks(&saved[from], saved[next]);
}

__attribute__((noinline)) static uint32_t ask(uint8_t what) {
  struct job job = {what, 0, 0};
  mailbox = &job;
  go_to(1);
#ifdef FIXED
  while (!*(volatile uint8_t*)&job.done) go_to(1);
#endif
  return *(volatile uint32_t*)&job.result;
}

static void client(void) {
  results += ask(code);
  results += 1;
  go_to(1);
  go_to(2);
  for (;;) {
  }
}

static void server(void) {
  for (;;) {
    struct job* const job = mailbox;
    if (job) {
      mailbox = 0;
      if (job->code == 7) go_to(0);  // it takes longer
      job->result = job->code * 2U;
      job->done = 1;
    }
    go_to(0);
  }
}

static void* prepare(uint32_t* stack, void (*task)(void)) {
  uint32_t* const top = stack + 192 - 16;
  top[0] = (uint32_t)task;
  return top;
}

int main(void) {
  JANUS_SYMBOLIC(code);
  saved[0] = prepare(stacks[0], client);
  saved[1] = prepare(stacks[1], server);
  go_to(0);
  return 0;
}
