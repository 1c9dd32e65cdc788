// The radio of frame_library.c: a register that takes a byte at a time. Here it is a variable.
#include <stddef.h>
#include <stdint.h>

volatile uint8_t radio_fifo;

int radio_send(const uint8_t *packet, size_t length) {
  for (size_t i = 0; i < length; ++i) radio_fifo = packet[i];
  return 0;
}
