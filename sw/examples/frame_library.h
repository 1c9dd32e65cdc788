// Functions of a protocol stack. See frame_library.c.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CAPACITY 8
struct ring {
  uint8_t head;  // where the next byte goes
  uint8_t used;
  uint8_t bytes[CAPACITY];
};

enum state { CLOSED, OPENING, OPEN, CLOSING, STATES };
enum event { OPEN_REQUEST, ACKNOWLEDGED, CLOSE_REQUEST, TIMEOUT };

int parse_records(const uint8_t* packet, size_t length);
int ring_put(struct ring* ring, uint8_t byte);
uint8_t checksum(const uint8_t* packet, size_t length);
int hex_decode(const char* text);
int scale(int value, int low, int high);
enum state step(enum state state, enum event event);

// The hardware, in frame_main.c. Returns 0 if all was sent, else how many bytes were not.
int radio_send(const uint8_t* packet, size_t length);
