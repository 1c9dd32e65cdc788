// A program that uses frame_library.c, and its radio: a register that takes a byte at a time. Here it is a variable.
#include <stdio.h>

#include "frame_library.h"

volatile uint8_t radio_fifo;

int radio_send(const uint8_t* packet, size_t length) {
  for (size_t i = 0; i < length; ++i) radio_fifo = packet[i];
  return 0;
}

int main(void) {
  static const uint8_t packet[] = {0x10, 2, 'o', 'k'};
  static struct ring ring;
  for (size_t i = 0; i < sizeof packet; ++i) ring_put(&ring, packet[i]);
  printf("%d record, checksum %u, %d, %d, state %d\n", parse_records(packet, sizeof packet),
         (unsigned)checksum(packet, sizeof packet), hex_decode("1f"), scale(5000, 0, 10000),
         (int)step(CLOSED, OPEN_REQUEST));
  return 0;
}
