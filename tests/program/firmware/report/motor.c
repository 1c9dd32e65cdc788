// A motor driver: the states of a ramp. Assumptions keep commands within what the bus delivers.
#include <janus.h>
#include <stdint.h>
enum state { IDLE, RAMP_UP, RUN, RAMP_DOWN, FAULT };
static enum state state;
static int32_t speed;
static uint8_t commands[5];
static int faults;

static void step(uint8_t command) {
  switch (state) {
    case IDLE:
      if (command == 1) state = RAMP_UP;
      break;
    case RAMP_UP:
      speed += 40;
      if (speed >= 100) state = RUN;
      if (command == 2) state = RAMP_DOWN;
      break;
    case RUN:
      if (command == 2) state = RAMP_DOWN;
      if (command >= 6) {
        state = FAULT;
        ++faults;
      }
      break;
    case RAMP_DOWN:
      speed -= 50;
      if (speed <= 0) state = IDLE;
      break;
    case FAULT: speed = 0; break;
  }
}
int main(void) {
  JANUS_SYMBOLIC(commands);
  for (unsigned i = 0; i < sizeof commands; ++i) riscv_assume(commands[i] < 6);
  for (unsigned i = 0; i < sizeof commands; ++i) step(commands[i]);
  if (commands[0] == 9) faults = 77;
  riscv_assert(faults == 0);
  riscv_assert(speed >= -60);
  return 0;
}
