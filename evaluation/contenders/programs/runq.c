// A kernel's run queue: priority bitmap, doubly linked lists, symbolic sequence of operations.
#include <janus.h>
#include <stdint.h>
#define TASKS 4
#define PRIOS 3
#define OPS 6
struct task {
  struct task *next, *prev;
  uint8_t prio, ready;
};
static struct task t[TASKS];
static struct task* head[PRIOS];
static uint8_t bitmap;
static uint8_t ops[OPS];
static void ready(struct task* k) {
  if (k->ready) return;
  struct task** h = &head[k->prio];
  if (!*h) {
    *h = k->next = k->prev = k;
  } else {
    k->next = *h;
    k->prev = (*h)->prev;
    k->prev->next = k;
    (*h)->prev = k;
  }
  bitmap |= (uint8_t)(1 << k->prio);
  k->ready = 1;
}
static void block(struct task* k) {
  if (!k->ready) return;
  struct task** h = &head[k->prio];
  if (k->next == k) {
    *h = 0;
    bitmap &= (uint8_t) ~(1 << k->prio);
  } else {
    k->next->prev = k->prev;
    k->prev->next = k->next;
#ifndef BUG
    if (*h == k) *h = k->next;
#else
    if (*h == k && k->prio != 1) *h = k->next;
#endif
  }
  k->ready = 0;
}
static struct task* pick(void) {
  for (int p = 0; p < PRIOS; p++)
    if (bitmap & 1 << p) return head[p];
  return 0;
}
static void priority(struct task* k, uint8_t p) {
  uint8_t r = k->ready;
  block(k);
  k->prio = p;
  if (r) ready(k);
}
int main(void) {
  JANUS_SYMBOLIC(ops);
  for (int i = 0; i < TASKS; i++) t[i].prio = (uint8_t)(i % PRIOS);
  for (int i = 0; i < OPS; i++) {
    struct task* k = &t[ops[i] & 3];
    switch (ops[i] >> 2 & 3) {
      case 0: ready(k); break;
      case 1: block(k); break;
      case 2: priority(k, (uint8_t)((ops[i] >> 4) % PRIOS)); break;
      case 3: {
        struct task* c = pick();
        if (c) head[c->prio] = c->next;
        break;
      }
    }
    struct task* c = pick();
    int any = 0;
    for (int j = 0; j < TASKS; j++)
      if (t[j].ready) {
        any = 1;
        riscv_assert(c && c->prio <= t[j].prio);
      }
    riscv_assert(any == (c != 0));
    if (c) riscv_assert(c->ready);
  }
  return 0;
}
