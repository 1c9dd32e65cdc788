// A node of a bus: handlers in a table, a state that is never entered, a switch of the configuration that nobody sets,
// and a loop that does not end for some inputs.
#include <janus.h>
#include <stdint.h>

enum state { IDLE, RUNNING, SERVICE };
struct frame {
  uint8_t kind, value;
};

static struct frame frames[2];
static uint8_t state, loops_back;  // nobody sets the latter
static uint8_t serviced;           // what sets it is never reached
static uint8_t level, high;
uint8_t looped, limit = 9, banks = 1;  // nobody sets the last one

__attribute__((noinline)) static void set_limit(uint8_t* at, uint8_t value) { *at = value; }

static void on_start(const struct frame* f) { state = f->value > 3 ? RUNNING : IDLE; }

static void on_level(const struct frame* f) {
  if (f->value > level) level = f->value;
  if (f->value > limit) high = 1;
}

static void on_limit(const struct frame* f) { set_limit(&limit, f->value); }

static const struct {
  uint8_t kind;
  void (*handle)(const struct frame*);
} handlers[] = {{1, on_start}, {2, on_level}, {3, on_limit}};

__attribute__((noinline)) static void step(void) {
  switch (state) {
    case IDLE: looped += banks > 1; break;
    case RUNNING: looped += 2; break;
    case SERVICE:
      serviced = 1;
      looped = 0;
      break;
  }
}

int main(void) {
  JANUS_SYMBOLIC(frames);
  for (unsigned i = 0; i < 2; i++) {  // all frames
    if (loops_back) looped++;
    for (unsigned k = 0; k < 3; k++) {
      if (handlers[k].kind == frames[i].kind) handlers[k].handle(&frames[i]);
    }
    step();
  }
  for (unsigned at = level & 3; at == 3; at = (at + 4) & 3) {  // for ever
  }
  if (serviced) return 1;
  riscv_assert(looped != 4);
  return 0;
}
