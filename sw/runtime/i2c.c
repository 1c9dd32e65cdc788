#include "i2c.h"

#include "csr.h"
#include "plic.h"

enum { PRESCALE = 24 };  // 50 MHz / (5 * (24 + 1)) = 400 kHz
enum { WRITE = 0, READ = 1 };

static bool sleeps;

void i2c_start(void) {
  sleeps = false;
  *I2C_CONTROL = 0;
  *I2C_PRESCALE_LOW = PRESCALE & 0xff;
  *I2C_PRESCALE_HIGH = PRESCALE >> 8;
  *I2C_CONTROL = I2C_CONTROL_EN;
}

void i2c_sleep_in_transfers(void) {
  *I2C_CONTROL = I2C_CONTROL_EN | I2C_CONTROL_IEN;
  plic_enable(I2C_INTERRUPT, 1);
  csr_set(mie, MIE_MEIE);
  sleeps = true;
}

static void command(uint32_t bits) {
  *I2C_COMMAND = bits | I2C_COMMAND_IACK;
  while (*I2C_STATUS & I2C_STATUS_TIP) {
    if (sleeps) __asm__ volatile("wfi");
  }
  if (sleeps) {
    *I2C_COMMAND = I2C_COMMAND_IACK;
    const uint32_t source = plic_claim();
    if (source != 0) plic_complete(source);
  }
}

// Returns whether the byte was acknowledged. If not, the transfer has ended.
static bool send(uint8_t byte, uint32_t start) {
  *I2C_TRANSMIT = byte;
  command(I2C_COMMAND_WR | start);
  if (!(*I2C_STATUS & I2C_STATUS_RXACK)) return true;
  command(I2C_COMMAND_STO);
  return false;
}

static bool send_all(uint8_t address, const uint8_t* bytes, size_t count) {
  if (!send((uint8_t)(address << 1 | WRITE), I2C_COMMAND_STA)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!send(bytes[i], 0)) return false;
  }
  return true;
}

bool i2c_write(uint8_t address, const uint8_t* bytes, size_t count) {
  if (!send_all(address, bytes, count)) return false;
  command(I2C_COMMAND_STO);
  return true;
}

bool i2c_read(uint8_t address, uint8_t* bytes, size_t count) {
  if (!send((uint8_t)(address << 1 | READ), I2C_COMMAND_STA)) return false;
  for (size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    command(I2C_COMMAND_RD | (last ? I2C_COMMAND_NACK | I2C_COMMAND_STO : 0));
    bytes[i] = (uint8_t)*I2C_RECEIVE;
  }
  return true;
}

bool i2c_write_read(uint8_t address, const uint8_t* written, size_t write_count, uint8_t* read, size_t read_count) {
  return send_all(address, written, write_count) && i2c_read(address, read, read_count);
}
