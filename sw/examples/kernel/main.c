// A telemetry unit on the kernel beside this file: samples come from a sensor, commands by the UART's interrupt; a
// filter of higher priority raises alarms; two loggers share what is left to do.
//
//   janus run kernel.elf                    with the samples below
//   janus explore kernel.elf                with all samples
//   janus explore kernel_bug_4.elf          a kernel with a planted bug (see BUG in kernel.c)
//   qemu-system-riscv32 -M virt -icount shift=0 -bios none -nographic -kernel kernel_off.elf
#include "kernel.h"

#include <finisher.h>
#include <janus.h>
#include <plic.h>
#include <stdio.h>
#include <uart.h>

#ifndef SAMPLES
#define SAMPLES 4u
#endif
#define LIMIT 200u
#define FIRST_TICK ((uint32_t)-2)  // so that the clock wraps while we look

static struct kernel_queue samples = KERNEL_QUEUE(uint8_t, 2);
static struct kernel_queue alarms = KERNEL_QUEUE(uint16_t, 3);
static struct kernel_queue commands = KERNEL_QUEUE(uint8_t, 4);
static struct kernel_mutex journal;

static uint8_t sensor[SAMPLES] = {12, 201, 13, 255};
static uint32_t sent, filtered, raised, logged, commanded;
static uint32_t journal_entries, journal_sum, expected_sum;

void kernel_panic(const char* why) {
  uart_put_string("panic: ");
  uart_put_string(why);
  uart_put('\n');
  finisher_exit(3);
}

void kernel_on_interrupt(void) {
  uint32_t source = plic_claim();
  if (source == UART_INTERRUPT) {
    for (int byte = uart_poll(); byte >= 0; byte = uart_poll()) {
      uint8_t command = (uint8_t)byte;
      kernel_send_from_interrupt(&commands, &command);
    }
  }
  if (source) plic_complete(source);
}

static void rest(uint32_t ticks) {
  uint32_t before = kernel_ticks;
  kernel_delay(ticks);
  riscv_assert(kernel_ticks - before == ticks);
}

static void sample(void) {
  for (uint32_t i = 0; i < SAMPLES; ++i) {
    kernel_send(&samples, &sensor[i], KERNEL_FOREVER);
    ++sent;
    if (i % 2) rest(1 + (sensor[i] & 1));
  }
  for (;;) kernel_delay(1000);
}

static void filter(void) {
  uint32_t mean = 0;
  for (;;) {
    uint8_t value;
    kernel_receive(&samples, &value, KERNEL_FOREVER);
    ++filtered;
    mean = (3 * mean + value) / 4;
    if (value <= LIMIT) continue;
    uint16_t alarm = (uint16_t)(filtered << 8 | value);
    expected_sum += value;
    if (kernel_send(&alarms, &alarm, 2)) ++raised;
  }
}

static void note(uint32_t value) {
  kernel_lock(&journal);
  uint32_t entries = journal_entries;
  if (value & 1) rest(2);  // a slow medium
  journal_entries = entries + 1;
  journal_sum += value;
  kernel_unlock(&journal);
}

static void log_alarms(void) {
  for (;;) {
    uint16_t alarm;
    if (!kernel_receive(&alarms, &alarm, KERNEL_FOREVER)) continue;
    riscv_assert((alarm & 0xff) > LIMIT);
    riscv_assert(alarm >> 8 <= SAMPLES);
    note(alarm & 0xff);
    ++logged;
    riscv_assert(kernel_running->priority == kernel_running->own_priority);
  }
}

// Looks at the journal in every tick, whoever writes to it, until no command has come for a while.
static void obey(void) {
  for (uint32_t quiet = 0; quiet < 4; ++quiet) {
    uint8_t command;
    for (; kernel_receive(&commands, &command, 1); quiet = 0) ++commanded;
    kernel_lock(&journal);
    riscv_assert(journal_entries <= filtered);
    kernel_unlock(&journal);
  }
  riscv_assert(kernel_ticks - FIRST_TICK >= 4);
  rest(4 * SAMPLES);
  riscv_assert(sent == SAMPLES);
  riscv_assert(filtered == SAMPLES);
  riscv_assert(logged == raised);
  riscv_assert(journal_entries == logged);
  riscv_assert(journal_sum == expected_sum);
  printf("%u samples, %u alarms, sum %u, %u commands\n", (unsigned)filtered, (unsigned)logged, (unsigned)journal_sum,
         (unsigned)commanded);
  finisher_exit(0);
}

#define TASK(name, priority, body)                       \
  do {                                                   \
    static struct kernel_task task;                      \
    static uint32_t stack[512];                          \
    kernel_add(&task, name, priority, body, stack, 512); \
  } while (0)

int main(void) {
  JANUS_SYMBOLIC(sensor);
  kernel_ticks = FIRST_TICK;
  uart_enable_receive_interrupt();
  plic_enable(UART_INTERRUPT, 1);
  TASK("sample", 2, sample);
  TASK("filter", 3, filter);
  TASK("log 1", 1, log_alarms);
  TASK("log 2", 1, log_alarms);
  TASK("obey", 2, obey);
  kernel_start();
}
