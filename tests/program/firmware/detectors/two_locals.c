// One index for two arrays that lie in a row in a frame: an address is for the one that it is in.
#include <janus.h>
#include <stdint.h>

#ifndef LAST
#define LAST 15  // of both
#endif

static void __attribute__((noinline)) put(uint8_t* to, uint8_t what) { *to = what; }

int main(void) {
  uint8_t first[8] = {0}, second[8] = {0}, next = 0;
  for (int round = 0; round < 20; ++round) {
    uint8_t event = 0;
    JANUS_SYMBOLIC(event);
    if (event != 1) break;
    put(next < 8 ? first + next : second + (next - 8), 1);
    next = next == LAST ? 0 : next + 1;
  }
  riscv_assert(first[0] + second[0] <= 2);
  return 0;
}
