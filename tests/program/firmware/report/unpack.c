// Unpacks runs of bytes. The check of the room for them is off by one, so the last run may end behind `out`. The check
// in front of each run never holds before that. It leads to the end of the function, as other lines do.
#include <janus.h>

enum { kRuns = 3, kRoom = 9 };
static unsigned at;  // in a register while the loop goes on
static unsigned char packed[2 * kRuns], out[kRoom];

static void unpack(const unsigned char* in, unsigned size) {
  for (unsigned i = 0; i < size; i += 2) {
    if (at >= kRoom) return;
    unsigned count = (in[i] & 3) + 1;
    if (at + count > kRoom + 1) return;
    for (unsigned k = 0; k < count; k++) out[at++] = in[i + 1];
  }
}

int main(void) {
  JANUS_SYMBOLIC(packed);
  unpack(packed, sizeof packed);
  riscv_assert(out[0] == packed[1]);
  return 0;
}
