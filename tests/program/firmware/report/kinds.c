// A switch whose comparisons are in whichever order the compiler likes: those of one execution go back in the code.
#include <janus.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BYTES
#define BYTES 8
#define MOST 3
#endif
static uint8_t packet[BYTES];
static volatile uint32_t flags, names, items;
static volatile uint16_t port;

static bool parse(const uint8_t* p, const uint8_t* end, unsigned depth) {
  while (p < end) {
    if (end - p < 2) return false;
    uint8_t type = p[0], length = p[1];
    p += 2;
    if (length > end - p) return false;
    switch (type) {  // once for each item
      case 0x01:
        if (length > 3) return false;
        names += length;
        break;
      case 0x02:
        if (length != 2) return false;
        port = (uint16_t)(p[0] << 8 | p[1]);
        break;
      case 0x03: {
        if (length < 1 || length > 4) return false;
        uint32_t v = 0;
        for (unsigned i = 0; i < length; i++) v = v << 8 | p[i];
        flags |= v;
        break;
      }
      case 0x30:
        if (depth == 3 || !parse(p, p + length, depth + 1)) return false;
        break;
      case 0x00:
        if (length) return false;
        break;
      default:
        if (type & 0x80) return false;
    }
    items++;
    p += length;
  }
  return true;
}

int main(void) {
  JANUS_SYMBOLIC(packet);
  if (parse(packet, packet + sizeof packet, 0)) riscv_assert(names < MOST);
  return 0;
}
