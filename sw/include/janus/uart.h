// UART 16550A (National Semiconductor PC16550D); transmits at once.
// Made by `janus device uart --format c`; do not edit.
#ifndef JANUS_UART_H
#define JANUS_UART_H

#include <stdint.h>

#define UART_BASE 0x10000000u
#define UART_INTERRUPT 10u  // its source at the PLIC

// RBR: the oldest received byte; reading removes it; read only
#define UART_RBR ((const volatile uint8_t*)(UART_BASE + 0x00u))

// THR: sends a byte; write only
#define UART_THR ((volatile uint8_t*)(UART_BASE + 0x00u))

// IER: which events interrupt; read, write
#define UART_IER ((volatile uint8_t*)(UART_BASE + 0x01u))
#define UART_IER_ERBFI 0x1u  // received bytes
#define UART_IER_ETBEI 0x2u  // the transmitter is empty
#define UART_IER_ELSI 0x4u   // line status
#define UART_IER_EDSSI 0x8u  // modem status

// IIR: why it interrupts; read only
#define UART_IIR ((const volatile uint8_t*)(UART_BASE + 0x02u))
#define UART_IIR_NONE 0x1u  // no interrupt
#define UART_IIR_ID 0xeu    // 3: line status; 2: received; 6: timeout; 1: transmitter
#define UART_IIR_ID_SHIFT 1
#define UART_IIR_FIFO 0xc0u  // 3 with FIFO
#define UART_IIR_FIFO_SHIFT 6

// FCR: control of the FIFOs; write only
#define UART_FCR ((volatile uint8_t*)(UART_BASE + 0x02u))
#define UART_FCR_ENABLE 0x1u    // 16 bytes instead of 1
#define UART_FCR_RESET_RX 0x2u  // empties the receiver
#define UART_FCR_RESET_TX 0x4u  // empties the transmitter
#define UART_FCR_DMA 0x8u       // no effect
#define UART_FCR_TRIGGER 0xc0u  // interrupts at 1, 4, 8, 14 bytes
#define UART_FCR_TRIGGER_SHIFT 6

// LCR: line control; read, write
#define UART_LCR ((volatile uint8_t*)(UART_BASE + 0x03u))
#define UART_LCR_WLS 0x3u  // bits of a byte, minus 5
#define UART_LCR_WLS_SHIFT 0
#define UART_LCR_STB 0x4u     // two stop bits
#define UART_LCR_PEN 0x8u     // parity
#define UART_LCR_EPS 0x10u    // even
#define UART_LCR_STICK 0x20u  // fixed parity
#define UART_LCR_BREAK 0x40u  // holds the line
#define UART_LCR_DLAB 0x80u   // DLL and DLM in place of RBR, THR and IER

// MCR: modem control; read, write
#define UART_MCR ((volatile uint8_t*)(UART_BASE + 0x04u))
#define UART_MCR_DTR 0x1u    // ready
#define UART_MCR_RTS 0x2u    // request to send
#define UART_MCR_OUT1 0x4u   // output 1
#define UART_MCR_OUT2 0x8u   // output 2
#define UART_MCR_LOOP 0x10u  // receives what it sends

// LSR: line status; read only
#define UART_LSR ((const volatile uint8_t*)(UART_BASE + 0x05u))
#define UART_LSR_DR 0x1u     // a received byte waits
#define UART_LSR_OE 0x2u     // overrun; reading clears it
#define UART_LSR_THRE 0x20u  // THR is empty
#define UART_LSR_TEMT 0x40u  // the transmitter is empty

// MSR: modem status; read only
#define UART_MSR ((const volatile uint8_t*)(UART_BASE + 0x06u))
#define UART_MSR_CTS 0x10u  // clear to send
#define UART_MSR_DSR 0x20u  // ready
#define UART_MSR_RI 0x40u   // ring
#define UART_MSR_DCD 0x80u  // carrier

// SCR: a byte for the firmware; read, write
#define UART_SCR ((volatile uint8_t*)(UART_BASE + 0x07u))

// DLL: divisor, low byte; no effect; read, write; only with LCR.DLAB
#define UART_DLL ((volatile uint8_t*)(UART_BASE + 0x00u))

// DLM: divisor, high byte; no effect; read, write; only with LCR.DLAB
#define UART_DLM ((volatile uint8_t*)(UART_BASE + 0x01u))

#endif
