// Takes interrupts of every kind as often as possible, and prints every clock: the timer every few hundred cycles,
// software interrupts that the handlers raise themselves, and the UART's transmitter through the PLIC; between them the
// hart sleeps. If a speed switch shifted anything by one cycle, the output would differ.
#include <clint.h>
#include <csr.h>
#include <plic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <uart.h>

#define PERIOD 67u  // ticks of mtime: a few hundred cycles of the default clock
#define TIMER_INTERRUPTS 150u

static volatile uint8_t* const uart = (volatile uint8_t*)0x10000000u;
enum { THR = 0, IER = 1, IIR = 2 };
enum { IER_TRANSMITTER = 1 << 1 };

static volatile uint32_t timers, softwares, transmitters, checksum = 1;
static const char* volatile text = "";

static void mix(uint32_t value) { checksum = (checksum ^ value) * 16777619u; }

static void on_timer(void) {
  uint64_t now = clint_time();
  mix((uint32_t)now);
  mix(csr_read(mcycle));
  clint_set_timer(now + PERIOD);
  if (++timers % 3 == 0) *CLINT_MSIP = 1;
}

static void on_software(void) {
  *CLINT_MSIP = 0;
  ++softwares;
  mix(csr_read(mcycle));
  uart[IER] = IER_TRANSMITTER;  // whose interrupt comes at once
}

static void on_external(void) {
  uint32_t source = plic_claim();
  mix(source);
  if (source == UART_INTERRUPT && (uart[IIR] & 0x0f) == 0x02) {
    ++transmitters;
    mix(csr_read(mcycle));
    if (*text) {
      uart[THR] = (uint8_t)*text++;
    } else {
      uart[IER] = 0;
    }
  }
  if (source) plic_complete(source);
}

static void __attribute__((interrupt("machine"))) on_trap(void) {
  mix(csr_read(mepc));
  switch (csr_read(mcause)) {
    case MCAUSE_MACHINE_TIMER: on_timer(); break;
    case MCAUSE_MACHINE_SOFTWARE: on_software(); break;
    case MCAUSE_MACHINE_EXTERNAL: on_external(); break;
    default: __builtin_trap();
  }
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(UART_INTERRUPT, 3);
  clint_set_timer(clint_time() + PERIOD);
  csr_set(mie, MIE_MTIE | MIE_MSIE | MIE_MEIE);

  text = "sent by interrupts, one byte each\n";
  csr_set(mstatus, MSTATUS_MIE);
  uint32_t work = 0;
  while (timers < TIMER_INTERRUPTS) {
    if (timers % 2) {
      __asm__ volatile("wfi");
    } else {
      work = work * 1664525u + 1013904223u;  // how often this runs depends on every cycle before
    }
    if (timers % 50 == 25) mix(work);
  }
  csr_clear(mstatus, MSTATUS_MIE);

  printf("%u timer, %u software, %u transmitter interrupts\n", (unsigned)timers, (unsigned)softwares,
         (unsigned)transmitters);
  printf("work %08x, checksum %08x\n", (unsigned)work, (unsigned)checksum);
  printf("mtime %u, mcycle %u, minstret %u\n", (unsigned)clint_time(), (unsigned)csr_read(mcycle),
         (unsigned)csr_read(minstret));
  return *text != '\0';
}
