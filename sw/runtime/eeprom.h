// The EEPROM of 256 bytes behind the I2C controller, at 0x50. Call i2c_start() before.
#ifndef JANUS_RUNTIME_EEPROM_H
#define JANUS_RUNTIME_EEPROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EEPROM_ADDRESS = 0x50, EEPROM_BYTES = 256, EEPROM_PAGE = 8 };

// Return whether the EEPROM was there. While it writes, it acknowledges nothing: both wait for its end, at most for
// about ten milliseconds.
bool eeprom_read(uint8_t address, uint8_t* bytes, size_t count);
// The bytes may lie in several pages. When it returns, the last page is still being written.
bool eeprom_write(uint8_t address, const uint8_t* bytes, size_t count);

#endif
