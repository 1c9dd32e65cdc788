// A charger: states, a current and a timer that are set at different times.
#include <janus.h>
#include <stdint.h>
enum state { IDLE, PRECHARGE, FAST, TOPPING, DONE, FAULT };
static enum state state;
static uint16_t current_ma, limit_ma = 500;
static uint8_t hot, events[5];
static uint16_t ticks;
static void enter(enum state next) {
  state = next;
  ticks = 0;
  switch (next) {
    case PRECHARGE: current_ma = 100; break;
    case FAST: current_ma = hot ? 500 : 1000; break;
    case TOPPING: current_ma /= 2; break;
    default: current_ma = 0; break;
  }
}
static void on_event(uint8_t event) {
  ++ticks;
  switch (event & 7) {
    case 0: break;
    case 1:
      if (state == IDLE) enter(PRECHARGE);
      break;
    case 2:
      if (state == PRECHARGE && ticks >= 1) enter(FAST);
      break;
    case 3:
      hot = 1;
      limit_ma = 500;
      if (state == FAST) current_ma = 500;
      break;
    case 4:
      hot = 0;
      limit_ma = 1000;
      break;
    case 5:
      if (state == FAST) enter(TOPPING);
      break;
    case 6:
      if (state == TOPPING) enter(DONE);
      break;
    case 7: limit_ma = event & 0x80 ? 450 : 800; break;
  }
}
int main(void) {
  JANUS_SYMBOLIC(events);
  limit_ma = 1000;
  for (unsigned i = 0; i < sizeof events; ++i) {
    on_event(events[i]);
    riscv_assert(current_ma <= limit_ma);
  }
  return 0;
}
