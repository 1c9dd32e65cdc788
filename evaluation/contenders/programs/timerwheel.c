// Timer wheel with 8 slots and rounds; symbolic delays; each timer fires exactly at its time.
#include <janus.h>
#include <stdint.h>
#define TIMERS 3
#define SLOTS 8
struct timer {
  struct timer* next;
  uint8_t rounds, armed, fired_at;
};
static struct timer* wheel[SLOTS];
static struct timer timers[TIMERS];
static uint8_t delay[TIMERS], now;
static void arm(struct timer* t, uint8_t d) {
  uint8_t slot = (uint8_t)((now + d) & (SLOTS - 1));
#ifdef BUG
  t->rounds = d / SLOTS;
#else
  t->rounds = (uint8_t)((d - 1) / SLOTS);
#endif
  t->next = wheel[slot];
  wheel[slot] = t;
  t->armed = 1;
}
static void tick(void) {
  now++;
  struct timer** p = &wheel[now & (SLOTS - 1)];
  while (*p) {
    struct timer* t = *p;
    if (t->rounds == 0) {
      *p = t->next;
      t->armed = 0;
      t->fired_at = now;
    } else {
      t->rounds--;
      p = &t->next;
    }
  }
}
int main(void) {
  JANUS_SYMBOLIC(delay);
  for (int i = 0; i < TIMERS; i++) {
    riscv_assume(delay[i] >= 1);
    riscv_assume(delay[i] <= 20);
  }
  uint8_t armed_at[TIMERS];
  for (int i = 0; i < TIMERS; i++) {
    armed_at[i] = now;
    arm(&timers[i], delay[i]);
    tick();
  }
  for (int i = 0; i < 20; i++) tick();
  for (int i = 0; i < TIMERS; i++) {
    riscv_assert(!timers[i].armed);
    riscv_assert(timers[i].fired_at == armed_at[i] + delay[i]);
  }
  return 0;
}
