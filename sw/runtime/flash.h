// The flash of 64 KiB behind the SPI controller at 0x10015000. The registers of the controller are in janus/spi.h.
#ifndef JANUS_RUNTIME_FLASH_H
#define JANUS_RUNTIME_FLASH_H

#include <janus/spi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLASH_BYTES = 64 << 10, FLASH_SECTOR = 4096, FLASH_PAGE = 256 };

// Makes the controller ready, with 6.25 MHz.
void flash_start(void);

// Manufacturer, type and size: 0xef4010.
uint32_t flash_identification(void);

// Whether the flash is programming or erasing. Until it has finished, it ignores everything else.
bool flash_is_busy(void);

void flash_read(uint32_t address, uint8_t* bytes, size_t count);

// These begin and return at once: turn ones to zeros within one page; make a sector of ones.
void flash_begin_program(uint32_t address, const uint8_t* bytes, size_t count);
void flash_begin_erase(uint32_t address);

// These return when the flash has finished. The bytes may lie in several pages.
void flash_write(uint32_t address, const uint8_t* bytes, size_t count);
void flash_erase(uint32_t address);

#endif
