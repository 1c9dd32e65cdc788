// What a controller does all day: it takes frames out of a stream of bytes with a state machine, checks their CRC,
// queues them by priority in a linked list, and filters the samples in them. Little of everything, in small functions.
#ifndef REPEAT
#define REPEAT 5400
#endif
#include <stddef.h>

#include "speed.h"

#define FRAMES 120
#define PAYLOAD 24  // bytes at most

// CRC-16/XMODEM: polynomial 0x1021, from zero, bit by bit for the sender and by a table for the receiver.
static uint16_t crc_table[256];

static uint16_t crc_bitwise(uint16_t crc, uint8_t byte) {
  crc ^= (uint16_t)(byte << 8);
  for (int bit = 0; bit < 8; ++bit) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  return crc;
}

static uint16_t crc_by_table(uint16_t crc, uint8_t byte) { return (uint16_t)(crc << 8 ^ crc_table[crc >> 8 ^ byte]); }

// The stream: start byte, priority, length, payload, CRC of these; with noise between frames, and some frames broken.
static uint8_t stream[FRAMES * (PAYLOAD + 16)];
enum { START = 0x7e };

static uint32_t send(void) {
  uint32_t state = 7, length = 0;
  for (int n = 0; n < FRAMES; ++n) {
    for (uint32_t noise = next_random(&state) >> 30; noise > 0; --noise) stream[length++] = (uint8_t)(noise << 4);
    uint32_t first = length;
    stream[length++] = START;
    stream[length++] = (uint8_t)(next_random(&state) >> 28);
    uint32_t payload = 1 + (next_random(&state) >> 16) % PAYLOAD;
    stream[length++] = (uint8_t)payload;
    for (; payload > 0; --payload) stream[length++] = (uint8_t)(next_random(&state) >> 24);
    uint16_t crc = 0;
    for (uint32_t at = first; at < length; ++at) crc = crc_bitwise(crc, stream[at]);
    if (n % 10 == 9) crc ^= 1;
    stream[length++] = (uint8_t)(crc >> 8);
    stream[length++] = (uint8_t)crc;
  }
  return length;
}

struct frame {
  struct frame* next;
  uint8_t priority, length, payload[PAYLOAD];
};

static struct frame pool[FRAMES];
static struct frame *spare, *queue;

static struct frame* reversed(struct frame* list) {
  struct frame* result = NULL;
  while (list) {
    struct frame* next = list->next;
    list->next = result;
    result = list;
    list = next;
  }
  return result;
}

// Behind those of the same priority.
static void enqueue(struct frame* frame) {
  struct frame** at = &queue;
  while (*at && (*at)->priority >= frame->priority) at = &(*at)->next;
  frame->next = *at;
  *at = frame;
}

enum receiver { IDLE, PRIORITY, LENGTH, IN_PAYLOAD, CRC_HIGH, CRC_LOW };

static uint32_t receive(const uint8_t* bytes, uint32_t count) {
  enum receiver state = IDLE;
  struct frame* frame = NULL;
  uint32_t at = 0, broken = 0;
  uint16_t crc = 0, sent = 0;
  for (uint32_t n = 0; n < count; ++n) {
    uint8_t byte = bytes[n];
    if (state < CRC_HIGH) crc = crc_by_table(state == IDLE ? 0 : crc, byte);
    switch (state) {
      case IDLE:
        if (byte == START) state = PRIORITY;
        break;
      case PRIORITY:
        frame = spare;
        spare = frame->next;
        frame->priority = byte;
        state = LENGTH;
        break;
      case LENGTH:
        frame->length = byte;
        at = 0;
        state = IN_PAYLOAD;
        break;
      case IN_PAYLOAD:
        frame->payload[at++] = byte;
        if (at == frame->length) state = CRC_HIGH;
        break;
      case CRC_HIGH:
        sent = (uint16_t)(byte << 8);
        state = CRC_LOW;
        break;
      case CRC_LOW:
        if ((sent | byte) == crc) {
          enqueue(frame);
        } else {
          ++broken;
          frame->next = spare;
          spare = frame;
        }
        state = IDLE;
        break;
    }
  }
  return broken;
}

// A filter of first order in fixed point, 8 bits behind the point, with a limit.
static int32_t filter(int32_t average, uint8_t sample) {
  int32_t difference = ((int32_t)sample << 8) - average;
  if (difference > 0x4000) difference = 0x4000;
  if (difference < -0x4000) difference = -0x4000;
  return average + difference * 13 / 64;
}

uint32_t work(void) {
  for (unsigned byte = 0; byte < 256; ++byte) crc_table[byte] = crc_bitwise(0, (uint8_t)byte);
  uint16_t check = 0;
  for (const char* digit = "123456789"; *digit; ++digit) check = crc_by_table(check, (uint8_t)*digit);
  if (check != 0x31c3) return 0;  // the catalogue's check value

  spare = queue = NULL;
  for (int n = 0; n < FRAMES; ++n) {
    pool[n].next = spare;
    spare = &pool[n];
  }
  uint32_t broken = receive(stream, send());
  if (broken != FRAMES / 10) return 0;

  uint32_t checksum = broken;
  int32_t average = 0;
  queue = reversed(reversed(queue));  // there and back
  for (const struct frame* frame = queue; frame; frame = frame->next) {
    if (frame->next && frame->next->priority > frame->priority) return 0;
    for (unsigned n = 0; n < frame->length; ++n) average = filter(average, frame->payload[n]);
    checksum = 33 * checksum + (uint32_t)average + frame->priority;
  }
  return checksum;
}

int main(void) { return repeat("mixed", 0xfb5385f1u); }
