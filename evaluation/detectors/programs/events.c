// Events on a heap: a handler that cancels the timer frees the event that the loop still looks at.
#include <janus.h>
#include <stdint.h>
#include <stdlib.h>

struct event {
  struct event* next;
  uint8_t kind, value;
};
static struct event* queue;
static uint8_t kinds[3];
static volatile unsigned handled;

__attribute__((noinline)) static void post(uint8_t kind, uint8_t value) {
  struct event* event = malloc(sizeof *event);
  if (!event) return;
  event->kind = kind;
  event->value = value;
  event->next = queue;
  queue = event;
}

__attribute__((noinline)) static void cancel(uint8_t kind) {
  for (struct event** at = &queue; *at;) {
    struct event* event = *at;
    if (event->kind == kind) {
      *at = event->next;
      free(event);
    } else {
      at = &event->next;
    }
  }
}

int main(void) {
  JANUS_SYMBOLIC(kinds);
  for (unsigned i = 0; i < 3; ++i) post(kinds[i] & 3, kinds[i] >> 2);
  while (queue) {
    struct event* event = queue;
#ifdef FIXED
    queue = event->next;
    const uint8_t kind = event->kind, value = event->value;
    free(event);
    if (kind == 2) cancel(1);
    handled += value;
#else
    if (event->kind == 2) cancel(2);
    handled += event->value;
    if (event == queue) {
      queue = event->next;
      free(event);
    }
#endif
  }
  return 0;
}
