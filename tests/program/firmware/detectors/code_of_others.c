// What code of others does with its pointers: USE says what, with BUG it leaves or loses an object.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))
#ifdef BUG
#define MORE 1
#else
#define MORE 0
#endif

#if USE == 1  // gives back a pointer that an input chooses, of which one is null
static uint8_t* slots[2];
static void use(uint8_t n) {
  riscv_assume(n < 2);
  slots[0] = malloc(2);
  free(slots[n]);
  if (n || MORE) slots[0][0] = 1;
  slots[n] = 0;
  free(slots[0]);
}
#elif USE == 2  // a list in memory that only a label of the linker names, right behind a static object
struct node {
  uint32_t size;
  struct node* next;
};
struct node* heads[4] __attribute__((aligned(16)));
extern struct node __heap_start[];
NOINLINE static void append(struct node* node) {
  struct node** last = &heads[3];
  while (*last) last = &(*last)->next;
  node->next = 0;
  *last = node;
}
static void use(uint8_t n) {
  riscv_assume(n < 4 + MORE);
  for (int i = 0; i <= n; ++i) append(&__heap_start[i]);
  heads[n] = 0;
}
#elif USE == 3  // an array far behind in a large structure, whose place there is added to the index first
struct machine {
  int top;
  char room[2600];
  struct {
    int line;
    char text[332];
  } frames[4];
};
NOINLINE static char* top_of(struct machine* machine) { return machine->frames[machine->top].text; }
static void use(uint8_t n) {
  riscv_assume(n < 4 + MORE);
  struct machine* machine = malloc(sizeof *machine);
  for (machine->top = 0; machine->top <= n; ++machine->top) top_of(machine)[0] = 3;
  free(machine);
}
#elif USE == 4  // a task's stack that grows down from its end, to where another object ends
struct task {
  uint32_t *sp, *base;
};
static struct task tasks[1];
static uint32_t stacks[1][16];
NOINLINE static void begin(struct task* task, uint32_t* base) {
  task->base = base;
  task->sp = base + 16;
}
NOINLINE static void push(struct task* task, uint32_t word) { *--task->sp = word; }
static void use(uint8_t n) {
  riscv_assume(n <= 16 + MORE);
  begin(&tasks[0], stacks[0]);
  for (int i = 0; i < n; ++i) push(&tasks[0], i);
}
#elif USE == 5  // a pointer that was made before main
static uint8_t room[8], *begin;
__attribute__((constructor)) static void make_room(void) { begin = room; }
NOINLINE static void put(unsigned index) { begin[index] = 1; }
static void use(uint8_t n) {
  riscv_assume(n < 8 + MORE);
  put(n);
}
#elif USE == 6  // the end of a local array, behind which nobody knows what is
__attribute__((noipa)) static void put_before(volatile uint8_t* end, int index) { end[index - 8] = 3; }
NOINLINE static uint8_t put_in_row(unsigned index) {
  volatile uint8_t row[8];
  for (int i = 0; i < 8; ++i) row[i] = 0;
  put_before(row + 8, (int)index);
  return row[index & 7];
}
static volatile uint8_t sink;
static void use(uint8_t n) {
  riscv_assume(n < 8 + MORE);
  sink = put_in_row(n);
}
#elif USE >= 7
__asm__(
    ".pushsection .bss\n.balign 4\n.type lower, @object\n.size lower, 8\nlower: .zero 8\n"
    ".type upper, @object\n.size upper, 8\nupper: .zero 8\n.popsection");
extern uint8_t lower[8], upper[8];
__attribute__((noipa)) static void put_before(volatile uint8_t* end, int index) { end[index - 8] = 3; }
static void use(uint8_t n) {
  riscv_assume(n < 8 + MORE);
#if USE == 7  // the end of a static array, where another one begins
  put_before(lower + 8, n);
#else         // the address of one, by which compilers reach the other
  __asm__ volatile("sb %1, 8(%0)" : : "r"(lower), "r"(n) : "memory");
  put_before(&upper[n], 8);
#endif
}
#endif

int main(void) {
  static uint8_t n;
  JANUS_SYMBOLIC(n);
  use(n);
  return 0;
}
