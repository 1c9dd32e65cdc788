// Elements whose indices were decided before they are read.
#include <janus.h>
#include <stdint.h>
static uint8_t packet[8];
static uint8_t field(const uint8_t* p, unsigned i) { return p[i & 7]; }
int main(void) {
  JANUS_SYMBOLIC(packet);
  unsigned at = packet[1];
  if (at != 3) return 0;
  const uint8_t* p = &packet[at];
  if (*p == 7) {
    unsigned n = packet[2] & 7;
    switch (n) {
      case 5: break;
      case 6: break;
      default: return 0;
    }
    riscv_assert(field(packet, n) != 9);
  }
  return 0;
}
