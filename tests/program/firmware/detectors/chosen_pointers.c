// Pointers that instructions choose, tag or exchange, and memory that is gone in a way of its own. USE is the way; with
// BUG, each has a mistake that only who follows the pointer sees.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noipa, unused))

#ifdef BUG
enum { kBug = 1 };
#else
enum { kBug = 0 };
#endif

static uint8_t bytes[4];
static uint8_t* mail;
static uintptr_t word;
static volatile uint8_t sink;
static uint8_t* volatile event;

NOINLINE static uint8_t* make(void) { return calloc(4, 1); }
// Compilers make a mask of the condition.
NOINLINE static uint8_t* valid(uint8_t* data, unsigned is_valid) { return is_valid ? data : NULL; }
NOINLINE static uint8_t* up_to(uint8_t* data, uint8_t* last) { return data < last ? data : last; }
NOINLINE static void put_tagged(uint8_t* data, unsigned tag) { word = (uintptr_t)data | (tag & 1); }
NOINLINE static uint8_t* untagged(void) { return (uint8_t*)(word & ~(uintptr_t)3); }
NOINLINE static uint8_t* load_reserved(uint8_t** from) {
  uint8_t* data;
  __asm__ volatile("lr.w %0, (%1)" : "=r"(data) : "r"(from) : "memory");
  return data;
}
NOINLINE static int store_conditional(uint8_t** to, uint8_t* data) {
  int failed;
  __asm__ volatile("lr.w %0, (%1)\n\tsc.w %0, %2, (%1)" : "=&r"(failed) : "r"(to), "r"(data) : "memory");
  return failed;
}

// The stack pointer depends on an input.
NOINLINE static void put_variable(unsigned length) {
  uint8_t own[length + 1];
  own[length] = 1;
  if (length == 9) event = kBug ? own : bytes;
  sink = own[length];
}

__attribute__((interrupt("machine"), aligned(4), unused)) static void on_interrupt(void) {
  uint8_t own[4] = {1, 2, 3, 4};
  CLINT_MSIP[0] = 0;
  event = kBug ? own : bytes;
  sink = own[1];
}

int main(void) {
  uint8_t n, chosen;
  JANUS_SYMBOLIC(n);
  JANUS_SYMBOLIC(chosen);
#if USE == 1
  uint8_t* const data = valid(make(), chosen);
  if (data != NULL) data[n % (4 + kBug)] = 1;
#elif USE == 2
  put_tagged(make(), chosen);
  untagged()[n % (4 + kBug)] = 1;
#elif USE == 3
  __atomic_exchange_n(&mail, make(), __ATOMIC_ACQ_REL);
  uint8_t* const data = __atomic_exchange_n(&mail, NULL, __ATOMIC_ACQ_REL);
  data[n % (4 + kBug)] = 1;
#elif USE == 4
  uint8_t* const data = make();
  if (store_conditional(&mail, data)) return 0;
  if (kBug && n == 3) free(data);
  sink = *load_reserved(&mail);
#elif USE == 5
  uint8_t* const data = malloc(8);
  if (n == 3) {
    uint8_t* const none = realloc(data, kBug ? 0 : 4);
    sink = (uintptr_t)none;
    uint8_t* const other = malloc(8);
    if (kBug) free(data);
    free(other);
  }
#elif USE == 6
  csr_write(mtvec, (uintptr_t)on_interrupt);
  csr_set(mie, MIE_MSIE);
  csr_set(mstatus, MSTATUS_MIE);
  if (n == 3) CLINT_MSIP[0] = 1;
  for (volatile int i = 0; i < 4; ++i) continue;
  if (event != NULL) sink = event[1];
#elif USE == 7
  uint8_t* const data = make();
  *up_to(data + (n & 7), data + 3 + kBug) = 1;
#elif USE == 8
  event = bytes;
  put_variable(n % 20);
  sink = event[0];
#endif
  return 0;
}
