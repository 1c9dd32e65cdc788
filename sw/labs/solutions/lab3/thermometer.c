#include "thermometer.h"

#include <i2c.h>
#include <janus.h>

enum { ADDRESS = 0x48 };
enum { TEMPERATURE = 0, IDENTIFICATION = 7 };  // registers

// The temperature, bit by bit, as the data sheet has it: slow, and easy to check by eye.
static int by_the_data_sheet(const uint8_t bytes[2]) {
  static const int weights[11] = {-1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1};  // in eighths of a degree
  const unsigned bits = (unsigned)bytes[0] << 8 | bytes[1];
  int eighths = 0;
  for (int i = 0; i < 11; ++i) eighths += weights[i] * (int)(bits >> (15 - i) & 1);
  return eighths;
}

static int eighths_of(const uint8_t bytes[2]) { return (int16_t)(bytes[0] << 8 | bytes[1]) >> 5; }

static bool read_register(uint8_t number, uint8_t* bytes, size_t count) {
  return i2c_write_read(ADDRESS, &number, 1, bytes, count);
}

bool thermometer_is_there(void) {
  uint8_t identification;
  return read_register(IDENTIFICATION, &identification, 1) && identification == 0x75;
}

bool thermometer_read(int* eighths) {
  uint8_t bytes[2];
  if (!read_register(TEMPERATURE, bytes, 2)) return false;
  *eighths = eighths_of(bytes);
  riscv_assert(*eighths == by_the_data_sheet(bytes));
  return true;
}
