// Counts how often each of eight buttons was pressed. A handler serves the buttons each time that they were looked at.
#include <csr.h>
#include <gpio.h>
#include <janus.h>
#include <plic.h>
#include <stdint.h>

enum { LOOKS = 2 };

static volatile uint32_t pressed[8];
static volatile int looks;
static uint32_t before;

static void __attribute__((noinline)) serve_buttons(void) {
  const uint32_t now = gpio_buttons();
  uint32_t newly = now & ~before;
  before = now;
  for (int i = 0; newly != 0; ++i, newly >>= 1) {
    if (newly & 1) ++pressed[i];
  }
}

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  const uint32_t source = plic_claim();
  if (source == GPIO_INTERRUPT) {
    if (gpio_is_new()) {
      serve_buttons();
      ++looks;
    }
  }
  plic_complete(source);
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(GPIO_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  gpio_start(1000);

  // Tests and sleeps with interrupts off: an interrupt after the test stays pending, and `wfi` returns at once.
  while (looks < LOOKS) {
    __asm__ volatile("wfi");
    csr_set(mstatus, MSTATUS_MIE);
    csr_clear(mstatus, MSTATUS_MIE);
  }
  return 0;
}
