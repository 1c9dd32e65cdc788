// An interrupt handler that takes bytes from the UART into a ring buffer, and counts lines; main() takes them out late.
// The handler's time depends on the byte, and on how full the buffer is. No BRUTE: the bytes come from outside.
//
//   janus explore ring_buffer.elf --symbolic uart=6 --worst-case --from on_byte
#include <csr.h>
#include <janus.h>
#include <plic.h>
#include <stdint.h>
#include <uart.h>

enum { kSize = 4 };
static volatile uint8_t ring[kSize];
static volatile uint32_t head, tail, lines, lost;

void __attribute__((interrupt("machine"), aligned(4))) on_byte(void) {
  uint32_t source = plic_claim();
  for (int byte = uart_poll(); byte >= 0; byte = uart_poll()) {
    if ((head + 1) % kSize == tail) {
      ++lost;
      continue;
    }
    ring[head] = (uint8_t)byte;
    head = (head + 1) % kSize;
    if (byte == '\n') ++lines;
  }
  plic_complete(source);
}

int main(void) {
  csr_write(mtvec, (uintptr_t)on_byte);
  uart_enable_receive_interrupt();
  plic_enable(UART_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  csr_set(mstatus, MSTATUS_MIE);
  for (int i = 0; i < 4; ++i) {
    if (head == tail) continue;
    tail = (tail + 1) % kSize;
  }
  return 0;
}
