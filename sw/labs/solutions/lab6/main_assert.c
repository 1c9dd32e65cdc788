// A harness: any packet.
#include <janus.h>

#include "message.h"

static uint8_t packet[10] = {0x7e, 2, 1, 'A', 0x7e + 2 + 1 + 'A'};
static size_t size = 5;
static struct message message;

int main(void) {
  JANUS_SYMBOLIC(packet);
  JANUS_SYMBOLIC(size);
  riscv_assume(size <= sizeof packet);

  if (!message_parse(packet, size, &message)) return 0;

  riscv_cover("a packet is a message");
  riscv_assert(message.length <= sizeof message.value);
  riscv_assert(message.kind >= 1);
  riscv_assert(message.kind <= 3);

  // Written again, it is the packet that it came from.
  uint8_t again[8];
  riscv_assert(message_write(&message, again) == size);
  uint8_t difference = 0;
  for (size_t i = 0; i < size; ++i) difference |= again[i] ^ packet[i];
  riscv_assert(difference == 0);
  return 0;
}
