#include "message.h"

enum { START = 0x7e, HEADER = 3 };

static uint8_t sum(const uint8_t* bytes, size_t count) {
  uint8_t total = 0;
  for (size_t i = 0; i < count; ++i) total = (uint8_t)(total + bytes[i]);
  return total;
}

bool message_parse(const uint8_t* packet, size_t size, struct message* message) {
  if (size < HEADER || packet[0] != START) return false;
  if (packet[size - 1] != sum(packet, size - 1)) return false;
  message->kind = packet[1];
  message->length = packet[2];
  for (size_t i = 0; i < message->length; ++i) message->value[i] = packet[HEADER + i];
  return message->kind >= 1 && message->kind <= 3;
}

size_t message_write(const struct message* message, uint8_t* packet) {
  packet[0] = START;
  packet[1] = message->kind;
  packet[2] = message->length;
  for (size_t i = 0; i < message->length; ++i) packet[HEADER + i] = message->value[i];
  packet[HEADER + message->length] = sum(packet, HEADER + message->length);
  return HEADER + message->length + 1u;
}
