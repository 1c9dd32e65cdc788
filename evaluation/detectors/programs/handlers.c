// A table of handlers is searched by number; a number that is not there gives a null pointer.
#include <janus.h>
#include <stdint.h>

struct handler {
  uint8_t number, flags;
  uint16_t calls;
};
static struct handler handlers[] = {{1, 0, 0}, {5, 1, 0}, {9, 0, 0}};
static uint8_t number;
static volatile unsigned flags;

__attribute__((noinline)) static struct handler* find(uint8_t wanted) {
  for (unsigned i = 0; i < 3; ++i) {
    if (handlers[i].number == wanted) return &handlers[i];
  }
  return 0;
}

__attribute__((noinline)) static void skip_fault(void);
__asm__(
    ".text\n.balign 4\nskip_fault:\ncsrrw t0, mscratch, t0\ncsrr t0, mepc\naddi t0, t0, 4\ncsrw mepc, t0\ncsrrw t0, "
    "mscratch, t0\n"
    "mret\n");

int main(void) {
  __asm__ volatile("csrw mtvec, %0" : : "r"(skip_fault));  // a board whose faults are skipped
  JANUS_SYMBOLIC(number);
  struct handler* handler = find(number);
#ifdef FIXED
  if (!handler) return 0;
#endif
  flags = handler->flags;
  return 0;
}
