// A header is read through a pointer to words; an option of odd length in front of it moves it.
#include <janus.h>
#include <stdint.h>

static uint8_t packet[16] __attribute__((aligned(4)));
static volatile uint32_t address;

__attribute__((noinline)) static uint32_t read_address(const uint8_t* at) {
#ifdef FIXED
  return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24;
#else
  return *(const volatile uint32_t*)at;
#endif
}

int main(void) {
  JANUS_SYMBOLIC(packet);
  const unsigned options = packet[0] & 7;
  address = read_address(packet + 4 + options);
  return 0;
}
