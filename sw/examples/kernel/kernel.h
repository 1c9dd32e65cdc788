// A small preemptive kernel of the usual shape: tasks with priorities and stacks of their own, a tick, delays, queues
// that block with a timeout, mutexes that lend priority. One hart, machine mode.
//
// A task gives the processor away by a bare `ecall`; the tick takes it by force. Interrupts nest: the tick's handler
// lets interrupts of devices in, which have a stack of their own in common. Firmware is free to use `ecall` for this
// beside the hooks of janus.h, which Janus knows by their marker.
#ifndef KERNEL_H
#define KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#define KERNEL_PRIORITIES 4u  // 0 is the idle task's
#define KERNEL_TICK_HERTZ 1000u
#define KERNEL_FOREVER 0xffffffffu

struct kernel_mutex;

struct kernel_task {
  uint32_t* sp;  // what was saved when the task lost the processor; the first member, known to kernel_entry.S
  struct kernel_task* next;
  struct kernel_task** list;  // the list that the task waits in, beside the clock's; null if none
  struct kernel_task* next_sleeper;
  const char* name;
  uint32_t priority, own_priority;  // with and without what was lent
  uint32_t wake_tick;
  bool sleeps, timed_out;
  uint32_t* stack;  // the lowest word, which must stay KERNEL_STACK_MARK
};
#define KERNEL_STACK_MARK 0x57ac4bedu

struct kernel_queue {
  uint8_t* items;
  uint32_t item_bytes, capacity, first, count;
  struct kernel_task *receivers, *senders;
};
#define KERNEL_QUEUE(type, size) \
  { .items = (uint8_t*)(type[size]){0}, .item_bytes = sizeof(type), .capacity = (size) }

struct kernel_mutex {
  struct kernel_task *owner, *waiting;
};

// Before kernel_start(). `words` is the size of the stack.
void kernel_add(struct kernel_task* task, const char* name, uint32_t priority, void (*body)(void), uint32_t* stack,
                uint32_t words);
// Runs the tasks. Does not return.
void kernel_start(void) __attribute__((noreturn));

// For tasks:
void kernel_delay(uint32_t ticks);
void kernel_yield(void);
// False if the timeout, in ticks, is over first. A timeout of 0 does not wait.
bool kernel_send(struct kernel_queue* queue, const void* item, uint32_t timeout);
bool kernel_receive(struct kernel_queue* queue, void* item, uint32_t timeout);
void kernel_lock(struct kernel_mutex* mutex);
void kernel_unlock(struct kernel_mutex* mutex);

// For handlers of interrupts: never waits.
bool kernel_send_from_interrupt(struct kernel_queue* queue, const void* item);

extern struct kernel_task* kernel_running;
extern volatile uint32_t kernel_ticks;

// What the firmware provides: a device's interrupt, with interrupts off, and what happens if the kernel is misused.
void kernel_on_interrupt(void);
void kernel_panic(const char* why) __attribute__((noreturn));

#endif
