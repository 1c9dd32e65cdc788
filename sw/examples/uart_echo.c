// Echoes the bytes that the UART receives, by its interrupt through the PLIC. Ends at a 'q' or at end of transmission.
#include <csr.h>
#include <plic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uart.h>

#define END_OF_TRANSMISSION 0x04

static volatile bool done;

static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {
  if (csr_read(mcause) != MCAUSE_MACHINE_EXTERNAL) __builtin_trap();
  uint32_t source = plic_claim();
  if (source == UART_INTERRUPT) {
    // Reads all bytes, even after the end, since a byte left in the FIFO would interrupt again at once.
    for (int byte = uart_poll(); byte >= 0; byte = uart_poll()) {
      if (byte == 'q' || byte == END_OF_TRANSMISSION) done = true;
      if (!done) uart_put((uint8_t)byte);
    }
  }
  if (source != 0) plic_complete(source);
}

int main(void) {
  uart_put_string("echo, until q\n");
  csr_write(mtvec, (uintptr_t)on_trap);
  plic_enable(UART_INTERRUPT, 1);
  uart_enable_receive_interrupt();
  csr_set(mie, MIE_MEIE);

  // Tests and sleeps with interrupts off: an interrupt after the test stays pending, and `wfi` returns at once.
  while (!done) {
    __asm__ volatile("wfi");
    csr_set(mstatus, MSTATUS_MIE);
    csr_clear(mstatus, MSTATUS_MIE);
  }
  uart_put_string("\nbye\n");
  return 0;
}
