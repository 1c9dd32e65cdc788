// Receives frames of a length, that many bytes, and a sum over all, as a polling driver does. Who stops sending in the
// middle of one is waited for at one of three places, for ever. With BUG, the sum is compared before the last byte is
// added, so that a frame of the wrong sum gets through.
#include <janus.h>
#include <stdint.h>
#include <uart.h>

enum { MOST = 3 };

static uint8_t sum_of(const uint8_t* data, unsigned length, uint8_t sum) {
  for (unsigned i = 0; i < length; ++i) {
    for (unsigned bit = 0x80; bit; bit >>= 1) sum = (uint8_t)(sum & 0x80 ? (sum << 1) ^ 0x07 : sum << 1);
    sum ^= data[i];
  }
  return sum;
}

int main(void) {
  uint8_t data[MOST];
  for (;;) {
    const uint8_t length = (uint8_t)uart_get();
    if (length > MOST) continue;
    for (unsigned i = 0; i < length; ++i) data[i] = (uint8_t)uart_get();
    const uint8_t sent = (uint8_t)uart_get();
#ifdef BUG
    if (sum_of(data, length ? length - 1u : 0, length) != sent) continue;
#else
    if (sum_of(data, length, length) != sent) continue;
#endif
    riscv_assert(sum_of(data, length, length) == sent);
  }
}
