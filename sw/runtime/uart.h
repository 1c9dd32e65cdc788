// UART 16550 at 0x10000000, PLIC source 10. It is ready after reset; nothing has to be set up to send.
//
// uart_stdio.c puts picolibc's stdin, stdout and stderr on top of the polled calls; it is linked when stdio is used.
#ifndef JANUS_RUNTIME_UART_H
#define JANUS_RUNTIME_UART_H

#include <stdint.h>

#define UART_INTERRUPT 10u

// Waits until the transmitter takes the byte.
void uart_put(uint8_t byte);
void uart_put_string(const char* string);

// The next received byte, or -1 if there is none yet.
int uart_poll(void);
// Waits for a byte.
uint8_t uart_get(void);

// From here on received bytes raise the interrupt, until they are read.
void uart_enable_receive_interrupt(void);

#endif
