// An endless protocol: frames of a type and a length, a checksum that is kept for ever, and a sequence number. Every
// round makes inputs and forks, so the exploration never ends, and every term is new.
#include <janus.h>
#include <stdint.h>

int main(void) {
  uint32_t sum = 0, sequence = 0;
  for (;;) {
    uint8_t frame[4];
    riscv_make_symbolic(frame, sizeof frame);
    if (frame[0] == 0x7e) {
      sequence = frame[1];
    } else if (frame[0] == 0x7d && frame[1] == (uint8_t)(sequence + 1)) {
      ++sequence;
    }
    for (unsigned i = 0; i < sizeof frame; ++i) sum = (sum << 5 | sum >> 27) ^ frame[i];
    if ((sum & 0xff) == frame[3]) sequence ^= sum;
    riscv_assert(sum != 0xdeadbeef || sequence != 0x12345678);
  }
}
