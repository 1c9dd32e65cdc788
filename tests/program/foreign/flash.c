// Start-up code of a microcontroller, which copies variables from the flash and clears the others, and a self-test that
// sums up both.
#include <stdint.h>

extern uint32_t _sidata[], _sdata[], _edata[], _sbss[], _ebss[];
static volatile uint16_t limits[4] = {10, 20, 30, 40};
static volatile uint32_t count, samples[3];
static const char kHex[] = "0123456789abcdef";

__attribute__((naked, section(".reset"))) void reset(void) { __asm__("la sp, _estack\nj start"); }

static void put(char character) { *(volatile uint8_t*)0x10000000 = (uint8_t)character; }

static uint32_t sum_of(const uint32_t* from, const uint32_t* to) {
  uint32_t sum = 0;
  while (from < to) sum += *from++;
  return sum;
}

int main(void) {
  count = 2;
  samples[1] = limits[3];
  const uint32_t sum = sum_of(_sdata, _edata) + sum_of(_sbss, _ebss);
  for (int shift = 28; shift >= 0; shift -= 4) put(kHex[sum >> shift & 15]);
  put('\n');
  return 0;
}

__attribute__((noreturn, used)) void start(void) {
  const uint32_t* from = _sidata;
  for (volatile uint32_t* to = _sdata; to < _edata;) *to++ = *from++;
  for (volatile uint32_t* to = _sbss; to < _ebss;) *to++ = 0;
  main();
  *(volatile uint32_t*)0x100000 = 0x5555;
  for (;;) {
  }
}
