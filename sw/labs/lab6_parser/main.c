// A harness: any packet.
#include <janus.h>

#include "message.h"

static uint8_t packet[10] = {0x7e, 2, 1, 'A', 0x7e + 2 + 1 + 'A'};
static size_t size = 5;
static struct message message;

int main(void) {
  JANUS_SYMBOLIC(packet);
  JANUS_SYMBOLIC(size);

  if (!message_parse(packet, size, &message)) return 0;

  riscv_cover("a packet is a message");
  return 0;
}
