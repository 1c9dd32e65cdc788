// A charger that pauses and goes on in a state that no line has chosen.
#include <janus.h>
#include <stdint.h>

enum mode { IDLE, SLOW, FAST, PAUSED };
static uint8_t warm[4];
static enum mode mode = IDLE;
static enum mode resume_to = FAST;
static uint16_t current;
uint32_t total;

__attribute__((noinline)) static void enter(enum mode next) {
  mode = next;
  switch (next) {  // which mode
    case IDLE: current = 0; break;
    case SLOW: current = 100; break;
    case FAST:
      current = 2000;
      resume_to = FAST;
      break;
    case PAUSED: current = 1; break;
  }
}

__attribute__((noinline)) static uint32_t scaled(const uint8_t* by) {
  uint32_t share = *by / 200;
  return share == 1 ? current / (share - 1) : current;
}

int main(void) {
  JANUS_SYMBOLIC(warm);
  for (unsigned i = 0; i < 4; i++) {
    uint8_t degrees = warm[i];
    if (mode == IDLE) {
      enter(SLOW);
    } else if (degrees > 45) {
      enter(PAUSED);
    } else if (mode == PAUSED) {
      enter(resume_to);
    }
    total = scaled(&degrees);
    riscv_assert(total <= 100 || total > 4000);
  }
  riscv_assert(total < 5000);
  return 0;
}
