#include "flash.h"

enum { DIVISOR = 3 };  // 50 MHz / (2 * (3 + 1))
enum { EACH_FRAME = 0, HOLD = 2 };
enum { PROGRAM = 0x02, READ = 0x03, STATUS = 0x05, WRITE_ENABLE = 0x06, ERASE_SECTOR = 0x20, IDENTIFY = 0x9f };
enum { BUSY = 1 };

void flash_start(void) {
  *SPI_SCKDIV = DIVISOR;
  *SPI_FMT = 8 << SPI_FMT_LEN_SHIFT;
  *SPI_CSID = 0;
  *SPI_CSMODE = EACH_FRAME;
  while (!(*SPI_RXDATA & SPI_RXDATA_EMPTY)) {
  }
}

// Sends a byte, and returns the one that comes back.
static uint8_t exchange(uint8_t byte) {
  *SPI_TXDATA = byte;
  uint32_t frame;
  do {
    frame = *SPI_RXDATA;
  } while (frame & SPI_RXDATA_EMPTY);
  return (uint8_t)frame;
}

static void begin(uint8_t command) {
  *SPI_CSMODE = HOLD;
  exchange(command);
}

static void end(void) { *SPI_CSMODE = EACH_FRAME; }

static void send_address(uint32_t address) {
  for (int shift = 16; shift >= 0; shift -= 8) exchange((uint8_t)(address >> shift));
}

static void enable_writing(void) {
  begin(WRITE_ENABLE);
  end();
}

uint32_t flash_identification(void) {
  uint32_t identification = 0;
  begin(IDENTIFY);
  for (int i = 0; i < 3; ++i) identification = identification << 8 | exchange(0);
  end();
  return identification;
}

bool flash_is_busy(void) {
  begin(STATUS);
  const uint8_t status = exchange(0);
  end();
  return status & BUSY;
}

void flash_read(uint32_t address, uint8_t* bytes, size_t count) {
  begin(READ);
  send_address(address);
  for (size_t i = 0; i < count; ++i) bytes[i] = exchange(0);
  end();
}

void flash_begin_program(uint32_t address, const uint8_t* bytes, size_t count) {
  enable_writing();
  begin(PROGRAM);
  send_address(address);
  for (size_t i = 0; i < count; ++i) exchange(bytes[i]);
  end();
}

void flash_begin_erase(uint32_t address) {
  enable_writing();
  begin(ERASE_SECTOR);
  send_address(address);
  end();
}

static void wait(void) {
  while (flash_is_busy()) {
  }
}

void flash_write(uint32_t address, const uint8_t* bytes, size_t count) {
  while (count > 0) {
    const size_t room = FLASH_PAGE - address % FLASH_PAGE, part = count < room ? count : room;
    flash_begin_program(address, bytes, part);
    wait();
    address += part;
    bytes += part;
    count -= part;
  }
}

void flash_erase(uint32_t address) {
  flash_begin_erase(address);
  wait();
}
