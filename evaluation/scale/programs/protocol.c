// An endless protocol: frames of a type, a sequence number and two bytes of data, of which running sums are kept. Every
// round makes inputs and forks, so the exploration never ends, and every sum is a new term.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint8_t sequence = 0;
  uint32_t sum = 0, open = 0;
  for (;;) {
    uint8_t frame[4];
    riscv_make_symbolic(frame, sizeof frame);
    switch (frame[0]) {
      case 'o': open = 1; break;
      case 'd':
        if (open && frame[1] == sequence) {
          ++sequence;
          sum = sum * 31 + frame[2] * 7U + frame[3];
        }
        break;
      case 'c': open = 0; break;
      default: break;
    }
    riscv_assert(open < 2);
  }
}
