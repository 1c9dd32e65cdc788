// A scheduler of timers in a sorted list, with a heap of nodes.
#include <janus.h>
#include <stddef.h>
#include <stdint.h>
struct timer {
  struct timer* next;
  uint16_t due;
  uint8_t id;
};
static struct timer pool[3], *queue;
static uint16_t delays[3];
static uint8_t fired[3], count;
static uint16_t now_;
static void insert(struct timer* t) {
  struct timer** at = &queue;
  while (*at && (int16_t)((*at)->due - t->due) <= 0) at = &(*at)->next;
  t->next = *at;
  *at = t;
}
static void start(uint8_t id, uint16_t delay) {
  pool[id].due = (uint16_t)(now_ + delay);
  pool[id].id = id;
  insert(&pool[id]);
}
static void run_until(uint16_t until) {
  while (queue && (int16_t)(queue->due - until) <= 0) {
    struct timer* t = queue;
    queue = t->next;
    now_ = t->due;
    fired[count++] = t->id;
  }
}
int main(void) {
  JANUS_SYMBOLIC(delays);
  for (int i = 0; i < 3; ++i) start((uint8_t)i, delays[i]);
  run_until(1000);
  uint16_t last = 0;
  for (uint8_t i = 0; i < count; ++i) {
    uint16_t due = pool[fired[i]].due;
    riscv_assert(due >= last);
    last = due;
  }
  return 0;
}
