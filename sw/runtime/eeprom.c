#include "eeprom.h"

#include <string.h>

#include "i2c.h"

enum { TRIES = 400 };  // an address takes 25 microseconds

bool eeprom_read(uint8_t address, uint8_t* bytes, size_t count) {
  for (int i = 0; i < TRIES; ++i) {
    if (i2c_write_read(EEPROM_ADDRESS, &address, 1, bytes, count)) return true;
  }
  return false;
}

static bool write_page(uint8_t address, const uint8_t* bytes, size_t count) {
  uint8_t frame[1 + EEPROM_PAGE] = {address};
  memcpy(frame + 1, bytes, count);
  for (int i = 0; i < TRIES; ++i) {
    if (i2c_write(EEPROM_ADDRESS, frame, 1 + count)) return true;
  }
  return false;
}

bool eeprom_write(uint8_t address, const uint8_t* bytes, size_t count) {
  while (count > 0) {
    const size_t room = EEPROM_PAGE - address % EEPROM_PAGE, part = count < room ? count : room;
    if (!write_page(address, bytes, part)) return false;
    address = (uint8_t)(address + part);
    bytes += part;
    count -= part;
  }
  return true;
}
