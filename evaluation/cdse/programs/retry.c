// The loop that every paper on drivers shows: a lock is taken, and given back early if there is a request to serve; the
// loop ends with the lock taken when no request came. Whether a lock is held depends on two counters.
//
// ROUNDS  requests at most; each has a kind, any value, which decides what is done for it
// UNSAFE  a request of one kind in the last round is served without giving the lock back
#include <janus.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif

static int locked, served, urgent, errors;

static inline void acquire(void) {
  riscv_assert(!locked);
  locked = 1;
}

static inline void release(void) {
  riscv_assert(locked);
  locked = 0;
}

int main(void) {
  int requests = 0, before;
  do {
    acquire();
    before = requests;
    unsigned kind = riscv_make_register_symbolic();
    if (kind != 0 && requests < ROUNDS) {
#ifdef UNSAFE
      if (kind != 77 || requests + 1 != ROUNDS) release();
#else
      release();
#endif
      ++requests;
      if (kind & 1) ++urgent;
      if (kind > 1000) {
        ++errors;
      } else {
        ++served;
      }
    }
  } while (before != requests);
  release();
  riscv_assert(served + errors == requests);
  riscv_assert(urgent <= requests);
  return 0;
}
