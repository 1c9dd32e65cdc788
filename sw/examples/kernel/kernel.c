#include "kernel.h"

#include <clint.h>
#include <csr.h>
#include <string.h>

#ifndef BUG
#define BUG 0  // 1 to 4: a planted bug, for the search's sake
#endif

enum { FRAME_WORDS = 32, FRAME_MEPC = 0, FRAME_MSTATUS = 2 };

struct kernel_task* kernel_running;
volatile uint32_t kernel_ticks;
uint32_t kernel_nesting;  // traps that have begun and not ended; known to kernel_entry.S

static struct kernel_task* ready[KERNEL_PRIORITIES];  // of each priority a list, the first waits longest
static struct kernel_task* sleepers;
static struct kernel_task idle;
static uint32_t idle_stack[64];
static uint64_t next_tick;

extern void kernel_trap(void);
extern void kernel_run(void) __attribute__((noreturn));
void kernel_on_trap(uint32_t cause, uint32_t* frame);

// Interrupts off, and back to what they were.
static uint32_t enter(void) {
  uint32_t before = csr_read(mstatus);
  csr_clear(mstatus, MSTATUS_MIE);
  return before & MSTATUS_MIE;
}
static void leave(uint32_t before) { csr_set(mstatus, before); }

// Lists. All of this with interrupts off.

static void append(struct kernel_task** list, struct kernel_task* task) {
  struct kernel_task** link = list;
  while (*link) link = &(*link)->next;
  task->next = 0;
  *link = task;
}

static void take_out(struct kernel_task** list, struct kernel_task* task) {
  for (struct kernel_task** link = list; *link; link = &(*link)->next) {
    if (*link != task) continue;
    *link = task->next;
    return;
  }
}

// By priority, first come first served among equals.
static void wait_in(struct kernel_task** list, struct kernel_task* task) {
  struct kernel_task** link = list;
  while (*link && (*link)->priority >= task->priority) link = &(*link)->next;
  task->next = *link;
  *link = task;
  task->list = list;
}

static void sleep_until(struct kernel_task* task, uint32_t tick) {
  task->wake_tick = tick;
  task->sleeps = true;
  struct kernel_task** link = &sleepers;
#if BUG == 1  // the clock wraps, and this comparison does not
  while (*link && (*link)->wake_tick <= tick) link = &(*link)->next_sleeper;
#else
  while (*link && (int32_t)((*link)->wake_tick - tick) <= 0) link = &(*link)->next_sleeper;
#endif
  task->next_sleeper = *link;
  *link = task;
}

static void make_ready(struct kernel_task* task) {
  if (task->list) take_out(task->list, task);
  task->list = 0;
  if (task->sleeps) {
    struct kernel_task** link = &sleepers;
    while (*link != task) link = &(*link)->next_sleeper;
    *link = task->next_sleeper;
    task->sleeps = false;
  }
  append(&ready[task->priority], task);
}

// The task that should run. The running one is not in a list of ready ones; `stays` says that it could go on.
static void choose(bool stays) {
  if (*kernel_running->stack != KERNEL_STACK_MARK) kernel_panic("a stack is exhausted");
  if (stays) append(&ready[kernel_running->priority], kernel_running);
  uint32_t priority = KERNEL_PRIORITIES - 1;
  while (!ready[priority]) --priority;  // the idle task is always ready
  kernel_running = ready[priority];
  ready[priority] = kernel_running->next;
}

static bool waits;  // the running task gave the processor away since it waits

void kernel_yield(void) { __asm__ volatile("ecall" : : : "memory"); }

// Gives the processor away until make_ready() or the timeout. Interrupts are off, and are off again afterwards.
static bool block(uint32_t timeout) {
  struct kernel_task* task = kernel_running;
  task->timed_out = false;
  if (timeout != KERNEL_FOREVER) sleep_until(task, kernel_ticks + timeout);
  waits = true;
  kernel_yield();
  return !task->timed_out;
}

// Traps.

static void set_timer(void) {
  next_tick += CLINT_HERTZ / KERNEL_TICK_HERTZ;
  clint_set_timer(next_tick);
}

static void tick(void) {
  ++kernel_ticks;
  while (sleepers && (int32_t)(sleepers->wake_tick - kernel_ticks) <= 0) {
    sleepers->timed_out = true;
    make_ready(sleepers);
  }
}

void kernel_on_trap(uint32_t cause, uint32_t* frame) {
  switch (cause) {
    case MCAUSE_ECALL_FROM_M: frame[FRAME_MEPC] += 4; break;
    case MCAUSE_MACHINE_TIMER:
      set_timer();
      csr_clear(mie, MIE_MTIE);  // devices may interrupt from here on, but not the next tick
      csr_set(mstatus, MSTATUS_MIE);
      uint32_t before = enter();
      tick();
      leave(before);
      csr_clear(mstatus, MSTATUS_MIE);
      csr_set(mie, MIE_MTIE);
      break;
    case MCAUSE_MACHINE_EXTERNAL: kernel_on_interrupt(); break;
    default: kernel_panic("an exception that nobody expected");
  }
  if (kernel_nesting > 1) return;  // whoever is interrupted chooses
  choose(!waits);
  waits = false;
}

// What tasks call.

void kernel_delay(uint32_t ticks) {
  uint32_t before = enter();
  if (ticks) block(ticks);
  leave(before);
}

static void put(struct kernel_queue* queue, const void* item) {
#if BUG == 2  // one item too far
  uint32_t at = queue->first + queue->count;
  if (at > queue->capacity) at -= queue->capacity;
#else
  uint32_t at = (queue->first + queue->count) % queue->capacity;
#endif
  memcpy(queue->items + at * queue->item_bytes, item, queue->item_bytes);
  ++queue->count;
  if (queue->receivers) make_ready(queue->receivers);
}

static void get(struct kernel_queue* queue, void* item) {
  memcpy(item, queue->items + queue->first * queue->item_bytes, queue->item_bytes);
  queue->first = (queue->first + 1) % queue->capacity;
  --queue->count;
  if (queue->senders) make_ready(queue->senders);
}

bool kernel_send(struct kernel_queue* queue, const void* item, uint32_t timeout) {
  uint32_t before = enter();
  uint32_t deadline = kernel_ticks + timeout;
  bool sent = true;
  while (sent && queue->count == queue->capacity) {
    sent = timeout != 0;
    if (!sent) break;
    wait_in(&queue->senders, kernel_running);
    sent = block(timeout == KERNEL_FOREVER ? timeout : deadline - kernel_ticks);
  }
  if (sent) put(queue, item);
  leave(before);
  return sent;
}

bool kernel_receive(struct kernel_queue* queue, void* item, uint32_t timeout) {
  uint32_t before = enter();
  uint32_t deadline = kernel_ticks + timeout;
  bool received = true;
#if BUG == 3  // whoever wakes up takes it for granted that there is something, though another task may have been faster
  if (received && queue->count == 0) {
#else
  while (received && queue->count == 0) {
#endif
    received = timeout != 0;
    if (received) {
      wait_in(&queue->receivers, kernel_running);
      received = block(timeout == KERNEL_FOREVER ? timeout : deadline - kernel_ticks);
    }
  }
  if (received) get(queue, item);
  leave(before);
  return received;
}

bool kernel_send_from_interrupt(struct kernel_queue* queue, const void* item) {
  if (queue->count == queue->capacity) return false;
  put(queue, item);
  return true;
}

static void lend(struct kernel_task* task, uint32_t priority) {
  if (task->priority >= priority) return;
  if (!task->list && !task->sleeps) {
    take_out(&ready[task->priority], task);
    task->priority = priority;
    append(&ready[priority], task);
  } else {
    task->priority = priority;
  }
}

void kernel_lock(struct kernel_mutex* mutex) {
  uint32_t before = enter();
  while (mutex->owner) {
    lend(mutex->owner, kernel_running->priority);
    wait_in(&mutex->waiting, kernel_running);
    block(KERNEL_FOREVER);
  }
  mutex->owner = kernel_running;
  leave(before);
}

void kernel_unlock(struct kernel_mutex* mutex) {
  uint32_t before = enter();
  if (mutex->owner != kernel_running) kernel_panic("a mutex is unlocked by another task");
  mutex->owner = 0;
#if BUG != 4  // what was lent must be given back
  kernel_running->priority = kernel_running->own_priority;
#endif
  if (mutex->waiting) {
    make_ready(mutex->waiting);
    kernel_yield();
  }
  leave(before);
}

// Set-up.

void kernel_add(struct kernel_task* task, const char* name, uint32_t priority, void (*body)(void), uint32_t* stack,
                uint32_t words) {
  *task = (struct kernel_task){.name = name, .priority = priority, .own_priority = priority, .stack = stack};
  *stack = KERNEL_STACK_MARK;
  task->sp = stack + words - FRAME_WORDS;
  memset(task->sp, 0, FRAME_WORDS * sizeof *task->sp);
  task->sp[FRAME_MEPC] = (uint32_t)body;
  task->sp[FRAME_MSTATUS] = MSTATUS_MPP | MSTATUS_MPIE;
  append(&ready[priority], task);
}

static void idle_body(void) {
  for (;;) __asm__ volatile("wfi");
}

void kernel_start(void) {
  kernel_add(&idle, "idle", 0, idle_body, idle_stack, sizeof idle_stack / sizeof *idle_stack);
  kernel_running = &idle;
  take_out(&ready[0], &idle);
  choose(true);
  csr_write(mtvec, (uintptr_t)kernel_trap);
  next_tick = clint_time();
  set_timer();
  csr_set(mie, MIE_MTIE | MIE_MEIE);
  kernel_run();
}
