// UART 16550 at 0x10000000, PLIC source 10 (UART_INTERRUPT). The UART can send after reset without any set-up.
//
// uart_stdio.c implements picolibc's stdin, stdout and stderr by the polling functions; it is linked if stdio is used.
#ifndef JANUS_RUNTIME_UART_H
#define JANUS_RUNTIME_UART_H

#include <janus/uart.h>
#include <stdint.h>

// Sends a byte; waits until the transmitter is ready.
void uart_put(uint8_t byte);
void uart_put_string(const char* string);

// The next received byte, or -1 if there is none yet.
int uart_poll(void);
// The next received byte; waits for it.
uint8_t uart_get(void);

// Makes the UART interrupt while there are received bytes to read.
void uart_enable_receive_interrupt(void);

#endif
