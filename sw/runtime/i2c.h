// The I2C controller at 0x10011000, PLIC source 13 (I2C_INTERRUPT): transfers as master. Its registers are in
// janus/i2c.h.
#ifndef JANUS_RUNTIME_I2C_H
#define JANUS_RUNTIME_I2C_H

#include <janus/i2c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes the bus ready, with 400 kHz. Transfers poll the controller.
void i2c_start(void);

// From here on, transfers sleep in `wfi` until the controller interrupts. Interrupts must be off (mstatus.MIE), so that
// no handler takes its interrupt; other devices may wake the hart, too.
void i2c_sleep_in_transfers(void);

// Writes `count` bytes to the device at `address` (7 bits) in one transfer. Returns whether the device has acknowledged
// its address and each byte; the transfer ends at the first that it has not.
bool i2c_write(uint8_t address, const uint8_t* bytes, size_t count);

// Reads `count` bytes, 1 or more, in one transfer. Returns whether the device has acknowledged its address.
bool i2c_read(uint8_t address, uint8_t* bytes, size_t count);

// Both: writes, and then reads without STOP in between, as most devices want it to read a register.
bool i2c_write_read(uint8_t address, const uint8_t* written, size_t write_count, uint8_t* read, size_t read_count);

#endif
