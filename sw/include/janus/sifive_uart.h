// UART of SiFive's FE310; transmits at once.
// Made by `janus device sifive_uart --format c`; do not edit.
#ifndef JANUS_SIFIVE_UART_H
#define JANUS_SIFIVE_UART_H

#include <stdint.h>

#define SIFIVE_UART_BASE 0x1001f000u
#define SIFIVE_UART_INTERRUPT 40u  // its source at the PLIC

// TXDATA: sends a byte; read, write
#define SIFIVE_UART_TXDATA ((volatile uint32_t*)(SIFIVE_UART_BASE + 0x00u))
#define SIFIVE_UART_TXDATA_DATA 0xffu  // to send; reads as 0
#define SIFIVE_UART_TXDATA_DATA_SHIFT 0
#define SIFIVE_UART_TXDATA_FULL 0x80000000u  // the transmit FIFO is full: the byte is dropped

// RXDATA: the oldest received byte; reading removes it; read only
#define SIFIVE_UART_RXDATA ((const volatile uint32_t*)(SIFIVE_UART_BASE + 0x04u))
#define SIFIVE_UART_RXDATA_DATA 0xffu  // the byte
#define SIFIVE_UART_RXDATA_DATA_SHIFT 0
#define SIFIVE_UART_RXDATA_EMPTY 0x80000000u  // there is none

// TXCTRL: control of the transmitter; read, write
#define SIFIVE_UART_TXCTRL ((volatile uint32_t*)(SIFIVE_UART_BASE + 0x08u))
#define SIFIVE_UART_TXCTRL_TXEN 0x1u       // sends
#define SIFIVE_UART_TXCTRL_NSTOP 0x2u      // two stop bits
#define SIFIVE_UART_TXCTRL_TXCNT 0x70000u  // IP.TXWM below so many bytes
#define SIFIVE_UART_TXCTRL_TXCNT_SHIFT 16

// RXCTRL: control of the receiver; read, write
#define SIFIVE_UART_RXCTRL ((volatile uint32_t*)(SIFIVE_UART_BASE + 0x0cu))
#define SIFIVE_UART_RXCTRL_RXEN 0x1u       // receives
#define SIFIVE_UART_RXCTRL_RXCNT 0x70000u  // IP.RXWM above so many bytes
#define SIFIVE_UART_RXCTRL_RXCNT_SHIFT 16

// IE: which events interrupt; read, write
#define SIFIVE_UART_IE ((volatile uint32_t*)(SIFIVE_UART_BASE + 0x10u))
#define SIFIVE_UART_IE_TXWM 0x1u  // there is room to send
#define SIFIVE_UART_IE_RXWM 0x2u  // bytes were received

// IP: what is pending; read only
#define SIFIVE_UART_IP ((const volatile uint32_t*)(SIFIVE_UART_BASE + 0x14u))
#define SIFIVE_UART_IP_TXWM 0x1u  // there is room to send
#define SIFIVE_UART_IP_RXWM 0x2u  // bytes were received

// DIV: divisor of the bit rate; no effect; read, write
#define SIFIVE_UART_DIV ((volatile uint32_t*)(SIFIVE_UART_BASE + 0x18u))
#define SIFIVE_UART_DIV_DIV 0xffffu  // minus 1
#define SIFIVE_UART_DIV_DIV_SHIFT 0

#endif
