// The power routine of a driver: each power request lets the next one start exactly once, and is then passed to the
// driver below exactly once, also if it is refused. The device's registers are touched only while it has power.
//
// REQUESTS  how many requests arrive, one after the other; the function and the state of each are any values
// UNSAFE    a wake-up touches the registers before the device has its power back, if it slept twice (once, if there are
//           fewer than four requests)
#include <janus.h>

#ifndef REQUESTS
#define REQUESTS 2
#endif

enum { WAIT_WAKE, SEQUENCE, SET_POWER, QUERY_POWER };  // minor functions
enum { D0 = 1, D1, D2, D3 };                           // the device's states: D0 works, D3 is off

static int device_state = D0, armed, saved, sleeps;
static int started_next, passed_down;

static inline void touch(void) { riscv_assert(device_state == D0); }

static inline void start_next(void) {
  riscv_assert(!started_next && !passed_down);
  started_next = 1;
}

static inline void pass_down(void) {
  riscv_assert(started_next && !passed_down);
  passed_down = 1;
}

static inline void to_sleep(int state) {
  if (device_state == D0) {
    touch();  // save its registers
    saved = 1;
    ++sleeps;
  }
  device_state = state;
}

static inline void wake_up(void) {
  if (device_state == D0) return;
#ifdef UNSAFE
  if (sleeps == (REQUESTS < 4 ? 1 : 2)) touch();
#endif
  device_state = D0;
  if (saved) touch();  // restore them
  saved = 0;
}

static inline void set_power(unsigned state) {
  if (state == D0) {
    wake_up();
  } else if (state == D1 || state == D2) {
    to_sleep((int)state);
  } else if (state == D3) {
    if (armed) armed = 0;
    to_sleep(D3);
  }
}

static inline void power(unsigned function, unsigned state) {
  if (function == SET_POWER) {
    set_power(state);
  } else if (function == QUERY_POWER) {
    if (state == D3 && armed) {  // refused
      start_next();
      pass_down();
      return;
    }
  } else if (function == WAIT_WAKE) {
    if (device_state == D0) {
      touch();
      armed = 1;
    }
  }
  start_next();
  pass_down();
}

int main(void) {
  for (int i = 0; i < REQUESTS; ++i) {
    started_next = passed_down = 0;
    unsigned function = riscv_make_register_symbolic();
    unsigned state = riscv_make_register_symbolic();
    power(function, state);
    riscv_assert(started_next && passed_down);
    riscv_assert(!saved || device_state != D0);
  }
  return 0;
}
