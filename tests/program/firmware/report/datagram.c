// A long datagram, of which the last bytes decide.
#include <janus.h>
#include <stdint.h>
static uint8_t datagram[64];
static uint8_t kind, hops;
int main(void) {
  JANUS_SYMBOLIC(datagram);
  switch (datagram[60]) {
    case 'A': kind = 1; break;
    case 'B': kind = 2; break;
    case 'C': kind = 3; break;
    default: return 0;
  }
  if (datagram[63] > 9) return 0;
  hops = datagram[63];
  if (hops == 7) hops = 0;
  riscv_assert(kind != 2 || hops != 5);
  return 0;
}
