// A driver that serves requests under locks: which of its DEVICES it touches depends on the request, and each has a
// lock of its own. It must neither take a lock twice nor give one back that it does not hold.
//
// DEVICES  how many; each is a branch on the way in and one on the way out
// UNSAFE   an error path of the last device forgets that the lock was given back
#include <janus.h>

#ifndef DEVICES
#define DEVICES 8
#endif

struct device {
  int locked;
  int pending;
};

static struct device devices[DEVICES];

static inline void acquire(struct device* d) {
  riscv_assert(!d->locked);
  d->locked = 1;
}

static inline void release(struct device* d) {
  riscv_assert(d->locked);
  d->locked = 0;
}

#define BEGIN(n)             \
  if (request & 1u << (n)) { \
    acquire(&devices[n]);    \
    devices[n].pending = 1;  \
  }
#define END(n)                                         \
  if (request & 1u << (n)) {                           \
    devices[n].pending = 0;                            \
    if ((n) == DEVICES - 1 && status == 77) FORGET(n); \
    release(&devices[n]);                              \
  }
#ifdef UNSAFE
#define FORGET(n) release(&devices[n])
#else
#define FORGET(n) devices[n].pending = 2
#endif

#if DEVICES == 4
#define ALL(what) what(0) what(1) what(2) what(3)
#elif DEVICES == 8
#define ALL(what) what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7)
#else
#define ALL(what) what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11)
#endif

int main(void) {
  unsigned request, status;
  JANUS_SYMBOLIC(request);
  JANUS_SYMBOLIC(status);
  ALL(BEGIN)
  ALL(END)
  for (int n = 0; n < DEVICES; ++n) riscv_assert(!devices[n].locked);
  return 0;
}
