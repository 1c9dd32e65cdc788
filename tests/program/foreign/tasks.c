// Two tasks in user mode that yield to each other with ecall; a kernel that prints through the UART's transmitter
// interrupt, and counts timer ticks while the tasks run.
typedef unsigned u32;

#define REGISTER(address) (*(volatile u32*)(address))
#define BYTE(address) (*(volatile unsigned char*)(address))
#define CSR_READ(name)                                 \
  ({                                                   \
    u32 value;                                         \
    __asm__ volatile("csrr %0, " #name : "=r"(value)); \
    value;                                             \
  })

enum { YIELD = 1, PRINT = 2, EXIT = 3 };  // in a7

struct context {
  u32 pc, x1_to_x31[31];
};
static struct context contexts[2];
static u32 running = 0;
static char stacks[2][1024] __attribute__((aligned(16)));
static u32 seed = 0x1234567;  // .data

static char queue[256];
static volatile u32 queued, sent, ticks;

static long call(long number, long argument) {
  register long a0 __asm__("a0") = argument;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
  return a0;
}

static void task(long number) {
  for (int i = 0; i < 4; ++i) {
    call(PRINT, number ? "abcd"[i] : "0123"[i]);
    call(YIELD, 0);
  }
  while (call(YIELD, 0) == 0) continue;  // until enough ticks have passed
  call(EXIT, 0);
}

static void set_timer(void) {
  REGISTER(0x2004004) = 0xffffffff;
  REGISTER(0x2004000) = REGISTER(0x200bff8) + 2000;
  REGISTER(0x2004004) = 0;
}

struct context* start(void) {
  for (u32 i = 0; i < 2; ++i) {
    contexts[i].pc = (u32)task;
    contexts[i].x1_to_x31[2 - 1] = (u32)stacks[i] + sizeof stacks[i];
    contexts[i].x1_to_x31[10 - 1] = i;
  }
  REGISTER(0x0c000028) = 7;         // priority of source 10
  REGISTER(0x0c002000) = 1u << 10;  // enabled for machine mode
  REGISTER(0x0c200000) = 6;         // threshold
  set_timer();
  __asm__ volatile("csrw mie, %0" : : "r"(0x880));
  return &contexts[0];
}

static void print(char character) {
  queue[queued++ % sizeof queue] = character;
  BYTE(0x10000001) = 2;  // the transmitter's interrupt
}

static void finish(void) {
  while (sent != queued) BYTE(0x10000000) = (unsigned char)queue[sent++ % sizeof queue];
  for (const char* end = " done\n"; *end; ++end) BYTE(0x10000000) = (unsigned char)*end;
  REGISTER(0x100000) = seed == 0x1234567 ? 0x5555 : 0x13333;
  for (;;) continue;
}

struct context* on_exception(struct context* context) {
  if (CSR_READ(mcause) != 8) {  // only ecalls from user mode
    REGISTER(0x100000) = 0x23333;
  }
  context->pc += 4;
  u32 argument = context->x1_to_x31[10 - 1];
  switch (context->x1_to_x31[17 - 1]) {
    case YIELD:
      context->x1_to_x31[10 - 1] = ticks >= 3;
      running ^= 1;
      return &contexts[running];
    case PRINT: print((char)argument); break;
    case EXIT: finish(); break;
  }
  return context;
}

struct context* on_timer(struct context* context) {
  ++ticks;
  set_timer();
  return context;
}

struct context* on_external(struct context* context) {
  u32 source = REGISTER(0x0c200004);
  if (source == 10) {
    (void)BYTE(0x10000002);
    if (sent != queued) {
      BYTE(0x10000000) = (unsigned char)queue[sent++ % sizeof queue];
    } else {
      BYTE(0x10000001) = 0;
    }
  }
  REGISTER(0x0c200004) = source;
  return context;
}
