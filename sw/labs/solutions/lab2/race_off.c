// Counts events: main counts one in each round of its loop, and the handler of the timer counts one in each tick. In
// the end, none may be missing.
#include <clint.h>
#include <csr.h>
#include <stdint.h>
#include <stdio.h>

enum { ROUNDS = 20000, PERIOD = 40 };  // PERIOD: of the timer, at 10 MHz

static volatile uint32_t events;
static volatile uint32_t ticks;
static uint64_t next_tick;

// The handler cannot come between the load and the store.
static void count_event(void) {
  csr_clear(mstatus, MSTATUS_MIE);
  ++events;
  csr_set(mstatus, MSTATUS_MIE);
}

static void __attribute__((interrupt("machine"), aligned(4))) on_timer(void) {
  next_tick += PERIOD;
  clint_set_timer(next_tick);
  ++ticks;
  ++events;
}

static void __attribute__((noinline)) work(void) {
  for (int i = 0; i < ROUNDS; ++i) count_event();
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_timer);
  next_tick = clint_time() + PERIOD;
  clint_set_timer(next_tick);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);

  const unsigned long begin = csr_read(mcycle);
  work();
  const unsigned long cycles = csr_read(mcycle) - begin;

  csr_clear(mstatus, MSTATUS_MIE);
  const uint32_t expected = ROUNDS + ticks;
  printf("%u rounds and %u ticks: %u events, %u missing\n", (unsigned)ROUNDS, (unsigned)ticks, (unsigned)events,
         (unsigned)(expected - events));
  printf("%lu cycles\n", cycles);
  return expected == events ? 0 : 1;
}
