// Constants in flash, as firmware of microcontrollers has them: CRC-32 by a table, and records that are read field by
// field. For --platform fe310. With IN_RAM the constants are copied into RAM instead, to compare with.
#include <stdint.h>

#ifdef IN_RAM
#define CONSTANT __attribute__((section(".data.constants")))
#else
#define CONSTANT const
#endif

#define UART_TXDATA (*(volatile uint32_t*)0x10013000)
#define UART_TXCTRL (*(volatile uint32_t*)0x10013008)

typedef struct {
  uint32_t factor, added;
  uint16_t low, high;
} Record;

CONSTANT uint32_t crc_table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                   0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                   0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
CONSTANT Record records[8] = {{3, 7, 1, 2},    {5, 11, 3, 4},    {7, 13, 5, 6},    {9, 17, 7, 8},
                              {11, 19, 9, 10}, {13, 23, 11, 12}, {15, 29, 13, 14}, {17, 31, 15, 16}};
static uint8_t message[4096];

static uint32_t __attribute__((noipa)) crc_of(const uint8_t* bytes, uint32_t size) {
  uint32_t crc = ~0u;
  for (uint32_t i = 0; i < size; ++i) {
    crc = crc_table[(crc ^ bytes[i]) & 15] ^ crc >> 4;
    crc = crc_table[(crc ^ bytes[i] >> 4) & 15] ^ crc >> 4;
  }
  return ~crc;
}

static uint32_t __attribute__((noipa)) follow_records(uint32_t value, uint32_t times) {
  for (uint32_t i = 0; i < times; ++i) {
    const Record* record = &records[value >> 16 & 7];
    value = value * record->factor + record->added + (value & 1 ? record->low : record->high);
  }
  return value;
}

static void put(const char* text) {
  UART_TXCTRL = 1;
  for (; *text; ++text) UART_TXDATA = (uint8_t)*text;
}

int main(void) {
  uint32_t mixed = 1;
  for (uint32_t i = 0; i < 9; ++i) message[i] = (uint8_t)('1' + i);
  int right = crc_of(message, 9) == 0xcbf43926;
  for (uint32_t n = 0; n < REPEAT; ++n) {
    message[n & 4095] ^= (uint8_t)crc_of(message, sizeof message);
    mixed = follow_records(mixed, 4096);
  }
  put(right && mixed == RESULT ? "right\n" : "wrong\n");
  return 0;
}
