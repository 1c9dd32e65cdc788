// Two ways on which the state is written, in code that compilers put together.
#include <janus.h>
#include <stdint.h>

enum { IDLE, BUSY, STOPPED, STATES };
typedef int (*handler)(unsigned);
static struct {
  int state, motor;
  uint16_t stops;
} car;

static int on_idle(unsigned button) { return button > 100 ? BUSY : IDLE; }
static int on_busy(unsigned button) { return button > 200 ? IDLE : BUSY; }
static int on_stopped(unsigned button) { return button == 7 ? STOPPED : IDLE; }
static const handler handlers[STATES] = {on_idle, on_busy, on_stopped};

static void tick(unsigned button) {
  if (button == 7 && car.state != STOPPED) {
    car.motor = 0;
    car.stops++;          // of 7 alone
    car.state = STOPPED;  // of 7 alone
    return;
  }
  car.state = handlers[car.state](button);
}

int main(void) {
  static uint8_t buttons[2];
  JANUS_SYMBOLIC(buttons);
  for (int i = 0; i < 2; i++) tick(buttons[i]);
  riscv_assert(car.stops < 3);
  return 0;
}
