// Messages of a small protocol: 0x7e, kind, length, `length` bytes of value, and the sum of all bytes in front of it.
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message {
  uint8_t kind;    // 1 to 3
  uint8_t length;  // of the value, 0 to 4
  uint8_t value[4];
};

// Reads the message that is all of the packet. Returns whether it is one; only then `message` means something.
bool message_parse(const uint8_t* packet, size_t size, struct message* message);

// Writes the message into `packet`, which has room for 8 bytes. Returns how many it has written.
size_t message_write(const struct message* message, uint8_t* packet);

#endif
