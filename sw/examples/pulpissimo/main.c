// A dial for PULPissimo: counts the turns of a rotary switch at two GPIO pins and shows them on four others. Janus has
// no model of that GPIO: with --platform pulpissimo, each read of its registers is a new input.
//
//   janus explore pulpissimo.elf --platform pulpissimo          finds the pins that break it
//   janus explore pulpissimo_fixed.elf --platform pulpissimo    safe
//
// The bug: both pins can change between two reads, which is neither a step forward nor one back. With FIXED that is no
// step.
#include <janus.h>
#include <stdint.h>

#define REG(base, offset) (*(volatile uint32_t*)((base) + (offset)))

enum { kGpio = 0x1a101000, kStdout = 0x1a10f000 };
enum { kPadDir = 0x00, kPadIn = 0x08, kPadOut = 0x0c };
enum { kSteps = 3 };

static void say(const char* text) {
  while (*text) REG(kStdout, 0) = (uint8_t)*text++;
}

// The position of the switch within one of its four steps, from the Gray code of the pins.
static uint32_t position(void) {
  const uint32_t pins = REG(kGpio, kPadIn) & 3;
  return pins ^ pins >> 1;
}

int main(void) {
  REG(kGpio, kPadDir) = 0xf0;
  int turns = 0;
  uint32_t before = position();
  for (int i = 0; i < kSteps; ++i) {
    const uint32_t now = position();
    int step = (int)((now - before) & 3);  // 0, 1, 3, and 2: unknown
    if (step == 3) step = -1;
#ifdef FIXED
    if (step == 2) step = 0;
#endif
    turns += step;
    before = now;
    riscv_assert(turns <= i + 1);
    REG(kGpio, kPadOut) = ((uint32_t)turns & 0xf) << 4;
  }
  say("turned\n");
  return 0;
}
