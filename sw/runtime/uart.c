#include "uart.h"

enum { RBR = 0, THR = 0, IER = 1, LSR = 5 };  // registers, one byte apart
enum { IER_RECEIVED = 1 << 0 };
enum { LSR_DATA_READY = 1 << 0, LSR_THR_EMPTY = 1 << 5 };

static volatile uint8_t* const uart = (volatile uint8_t*)0x10000000u;

void uart_put(uint8_t byte) {
  while (!(uart[LSR] & LSR_THR_EMPTY)) continue;
  uart[THR] = byte;
}

void uart_put_string(const char* string) {
  while (*string) uart_put((uint8_t)*string++);
}

int uart_poll(void) { return uart[LSR] & LSR_DATA_READY ? uart[RBR] : -1; }

uint8_t uart_get(void) {
  while (!(uart[LSR] & LSR_DATA_READY)) continue;
  return uart[RBR];
}

void uart_enable_receive_interrupt(void) { uart[IER] = IER_RECEIVED; }
