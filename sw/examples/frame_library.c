// Six small functions of a protocol stack, each with a bug of another kind, and no harness for any of them: `main`, in
// frame_main.c, does something harmless. `janus explore frame_library.elf --call FUNCTION` finds them all; the guide's
// chapter about functions without a harness shows how. With FIXED, the bugs are gone.
#include "frame_library.h"

#include <assert.h>

// A packet is a list of records: a tag, a length, and so many bytes. Returns how many records it has, or -1.
int parse_records(const uint8_t* packet, size_t length) {
  int records = 0;
  size_t at = 0;
  while (at < length) {
#ifdef FIXED
    if (length - at < 2) return -1;
#endif
    size_t bytes = packet[at + 1];  // a packet may end behind the tag
    at += 2;
    if (bytes > length - at) return -1;
    at += bytes;
    ++records;
  }
  return records;
}

// Returns 0, or -1 if the ring is full or broken.
int ring_put(struct ring* ring, uint8_t byte) {
#ifdef FIXED
  if (ring->head >= CAPACITY || ring->used >= CAPACITY) return -1;
#else
  if (ring->head > CAPACITY || ring->used >= CAPACITY) return -1;  // one too many
#endif
  ring->bytes[ring->head] = byte;
  ring->head = (uint8_t)((ring->head + 1) % CAPACITY);
  ++ring->used;
  return 0;
}

// The sum of all bytes; of no packet, 0.
uint8_t checksum(const uint8_t* packet, size_t length) {
  uint8_t sum = 0;
#ifdef FIXED
  if (!packet) return 0;
#endif
  for (size_t i = 0; i < length; ++i) sum = (uint8_t)(sum + packet[i]);
  return sum;
}

// The value of a hexadecimal digit, or -1.
static int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
#ifdef FIXED
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
#else
  if (digit >= 'a' && digit <= 'g') return digit - 'a' + 10;       // g is none
#endif
  return -1;
}

// The value of a hexadecimal text of at most four digits, or -1.
int hex_decode(const char* text) {
  int value = 0;
  for (int i = 0; text[i]; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0 || i == 4) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// Where a value lies between two limits, in per mille.
int scale(int value, int low, int high) {
  if (value <= low) return 0;
  if (value > high) return 1000;
  const unsigned above = (unsigned)value - (unsigned)low, range = (unsigned)high - (unsigned)low;
#ifdef FIXED
  if (range < 1000) return (int)(above * 1000 / range);
#endif
  const unsigned result = above / (range / 1000);  // a narrow range has no thousandth
  return (int)(result < 1000 ? result : 1000);
}

// What state comes next.
enum state step(enum state state, enum event event) {
  static const uint8_t kOpen[] = {0x01, 0x00}, kClose[] = {0x02, 0x00};
  unsigned next = state;
  if (event == OPEN_REQUEST && state == CLOSED) {
    if (radio_send(kOpen, sizeof kOpen) == 0) next = OPENING;
  } else if (event == ACKNOWLEDGED && state == OPENING) {
    next = OPEN;
  } else if (event == ACKNOWLEDGED && state == CLOSING) {
    next = CLOSED;
  } else if (event == CLOSE_REQUEST && state == OPEN) {
    const int left = radio_send(kClose, sizeof kClose);
#ifdef FIXED
    if (left == 0) next = CLOSING;
#else
    next = CLOSING + (unsigned)left;                               // something is left if the radio is busy
#endif
  } else if (event == TIMEOUT) {
    next = CLOSED;
  }
  assert(next < STATES);
  return (enum state)next;
}
