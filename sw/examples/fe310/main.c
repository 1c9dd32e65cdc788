// A thermometer for SiFive's FE310: reads a sensor on SPI1, shows the level on LEDs at GPIO, and reports by UART0. Janus
// has no model of that SPI controller: with --platform fe310, each read of its registers is a new input.
//
// The bug: a sample can be larger than the table of levels expects. With FIXED it is checked.
#include <janus.h>
#include <stdint.h>

#define REG(base, offset) (*(volatile uint32_t *)((base) + (offset)))

enum { kPrci = 0x10008000, kGpio = 0x10012000, kUart0 = 0x10013000, kSpi1 = 0x10024000 };
enum { kPllCfg = 0x08, kPllReference = 1u << 17, kPllLock = 1u << 31 };
enum { kOutputEnable = 0x08, kOutputValue = 0x0c };
enum { kTxData = 0x00, kTxCtrl = 0x08, kFull = 1u << 31 };
enum { kSpiTxData = 0x48, kSpiRxData = 0x4c, kSpiEmpty = 1u << 31 };
enum { kTries = 3 };

static const char kLevels[8] = {0x00, 0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f};
static uint32_t offset = 40;  // initialised data: copied from flash
static uint32_t samples;

static void put(const char *text) {
  for (; *text; ++text) {
    while (REG(kUart0, kTxData) & kFull) {
    }
    REG(kUart0, kTxData) = (uint8_t)*text;
  }
}

// Whether the sensor has answered: its byte is in *sample.
static int read_sensor(uint32_t *sample) {
  REG(kSpi1, kSpiTxData) = 0x80;
  for (int i = 0; i < kTries; ++i) {
    const uint32_t word = REG(kSpi1, kSpiRxData);
    if (word & kSpiEmpty) continue;
    *sample = word & 0xff;
    return 1;
  }
  return 0;
}

int main(void) {
  REG(kUart0, kTxCtrl) = 1;
  REG(kPrci, kPllCfg) = kPllReference;  // the PLL, from the crystal
  while (!(REG(kPrci, kPllCfg) & kPllLock)) {
  }
  uint32_t sample;
  if (!read_sensor(&sample)) {
    put("no sensor\n");
    return 1;
  }
  ++samples;
  const uint32_t degrees = sample + offset;
  uint32_t level = degrees / 32;
#ifdef FIXED
  if (level >= sizeof kLevels) level = sizeof kLevels - 1;
#endif
  riscv_assert(level < sizeof kLevels);
  REG(kGpio, kOutputEnable) = 0x7f;
  REG(kGpio, kOutputValue) = (uint8_t)kLevels[level];
  put(level >= 4 ? "warm\n" : "cold\n");
  return 0;
}
