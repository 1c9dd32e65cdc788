// I2C controller (OpenCores I2C master, as in SiFive FU540) with a thermometer at 0x48 and an EEPROM at 0x50.
// Made by `janus device i2c --format c`; do not edit.
#ifndef JANUS_I2C_H
#define JANUS_I2C_H

#include <stdint.h>

#define I2C_BASE 0x10011000u
#define I2C_INTERRUPT 13u  // its source at the PLIC

// PRESCALE_LOW: a bit takes 5 * (PRESCALE + 1) * 20 ns; read, write
#define I2C_PRESCALE_LOW ((volatile uint32_t*)(I2C_BASE + 0x00u))
#define I2C_PRESCALE_LOW_BITS 0xffu  // 7 to 0
#define I2C_PRESCALE_LOW_BITS_SHIFT 0

// PRESCALE_HIGH: the upper half of PRESCALE; read, write
#define I2C_PRESCALE_HIGH ((volatile uint32_t*)(I2C_BASE + 0x04u))
#define I2C_PRESCALE_HIGH_BITS 0xffu  // 15 to 8
#define I2C_PRESCALE_HIGH_BITS_SHIFT 0

// CONTROL: control; read, write
#define I2C_CONTROL ((volatile uint32_t*)(I2C_BASE + 0x08u))
#define I2C_CONTROL_IEN 0x40u  // interrupts while STATUS.IF is set
#define I2C_CONTROL_EN 0x80u   // takes commands

// TRANSMIT: the next byte to write; write only
#define I2C_TRANSMIT ((volatile uint32_t*)(I2C_BASE + 0x0cu))
#define I2C_TRANSMIT_BYTE 0xffu  // an address: bit 0 is 1 to read
#define I2C_TRANSMIT_BYTE_SHIFT 0

// RECEIVE: the last byte that was read; read only
#define I2C_RECEIVE ((const volatile uint32_t*)(I2C_BASE + 0x0cu))
#define I2C_RECEIVE_BYTE 0xffu  // as it came
#define I2C_RECEIVE_BYTE_SHIFT 0

// COMMAND: what to do next, in this order: START, write or read, STOP; write only
#define I2C_COMMAND ((volatile uint32_t*)(I2C_BASE + 0x10u))
#define I2C_COMMAND_IACK 0x1u  // clears STATUS.IF
#define I2C_COMMAND_NACK 0x8u  // with RD: does not acknowledge, so this is the last byte
#define I2C_COMMAND_WR 0x10u   // writes TRANSMIT
#define I2C_COMMAND_RD 0x20u   // reads a byte into RECEIVE
#define I2C_COMMAND_STO 0x40u  // ends the transfer
#define I2C_COMMAND_STA 0x80u  // begins a transfer, or the next one without STOP; WR then writes the address

// STATUS: what has become of it; read only
#define I2C_STATUS ((const volatile uint32_t*)(I2C_BASE + 0x10u))
#define I2C_STATUS_IF 0x1u      // a command is complete
#define I2C_STATUS_TIP 0x2u     // a command is under way
#define I2C_STATUS_BUSY 0x40u   // between START and STOP
#define I2C_STATUS_RXACK 0x80u  // the last byte that was written was not acknowledged

#endif
