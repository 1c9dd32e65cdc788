// Endless loops that take events, one for each value of PROGRAM; SLIP makes what is claimed wrong.
#include <clint.h>
#include <csr.h>
#include <janus.h>
#include <stdint.h>

#include "event.h"
#include "random_loop.h"

#if PROGRAM == 0  // a random machine; the test chooses the seed
volatile uint32_t loop_seed = 1;
int main(void) {
  static Loop loop;
  static uint8_t v[3];
  loop_make(&loop, loop_seed);
  for (;;) {
    uint8_t in;
    JANUS_SYMBOLIC(in);
    in &= LOOP_INPUTS - 1;
    riscv_assert(loop_step(&loop, v, in));
  }
}
#elif PROGRAM == 19  // a random machine that asks for no input where it rests
volatile uint32_t loop_seed = 1;
int main(void) {
  static Loop loop;
  static uint8_t v[3];
  loop_make(&loop, loop_seed);
  for (;;) {
    uint8_t in = loop.number[0];
    if (!loop_rests(&loop, v)) {
      JANUS_SYMBOLIC(in);
      in &= LOOP_INPUTS - 1;
    }
    riscv_assert(loop_step(&loop, v, in));
  }
}
#elif PROGRAM == 14  // a random machine and a script of inputs, all of which are there from the beginning
volatile uint32_t loop_seed = 1;
int main(void) {
  static Loop loop;
  static uint8_t script[LOOP_STEPS];
  loop_make(&loop, loop_seed);
  JANUS_SYMBOLIC(script);
  riscv_assert(loop_script(&loop, script));
  return 0;
}
#elif PROGRAM == 1   // counts to three again and again
int main(void) {
  uint8_t a = 0;
  for (;;) {
    if (event() & 1) a = (a + 1) % (3 + SLIP);
    riscv_assert(a != 3);
  }
}
#elif PROGRAM == 2   // the same event several times in a row
int main(void) {
  uint8_t last = 0, times = 0;
  for (;;) {
    const uint8_t in = event();
    times = in == last ? times + 1 : 0;
    last = in;
    if (times == 3) times = SLIP ? 4 : 0;
    riscv_assert(times < 3);
  }
}
#elif PROGRAM == 3   // an event is told from the one before it
int main(void) {
  uint8_t last = 0, state = 0;
  for (;;) {
    const uint8_t in = event();
    if (in > last) state = 1;
    if (in < last) state = 2;
    if (in == last && state != 0) state = 3;
    riscv_assert(SLIP ? state != 3 || last != 77 : state <= 3);
    last = in;
  }
}
#elif PROGRAM == 4   // one state but for the time; one day it is late
int main(void) {
  for (;;) {
    if (event() & 1) continue;
    riscv_assert(csr_read(mcycle) < 1500);
  }
}
#elif PROGRAM == 5   // looks at the clock only when told so
int main(void) {
  uint8_t armed = 0;
  for (;;) {
    const uint8_t in = event();
    if (in == 1) armed = 1;
    if (in == 2) armed = 0;
    if (in == 3 && armed) riscv_assert(csr_read(mcycle) < 2500);
  }
}
#elif PROGRAM == 6   // the timer counts, the loop does not
static volatile uint32_t ticks;
static void __attribute__((interrupt("machine"))) on_tick(void) {
  ++ticks;
  clint_set_timer(clint_time() + 40);
}
int main(void) {
  csr_write(mtvec, (uintptr_t)on_tick);
  clint_set_timer(clint_time() + 40);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  for (;;) {
    if (event() & 1) continue;
    riscv_assert(ticks < 8);
  }
}
#elif PROGRAM == 7   // the timer is set by an event, and fires once
static volatile uint32_t fired;
static void __attribute__((interrupt("machine"))) on_tick(void) {
  fired = 1;
  clint_set_timer(~0ull);
}
int main(void) {
  csr_write(mtvec, (uintptr_t)on_tick);
  clint_set_timer(~0ull);
  csr_set(mie, MIE_MTIE);
  csr_set(mstatus, MSTATUS_MIE);
  for (;;) {
    const uint8_t in = event();
    if (in == 9) clint_set_timer(clint_time() + 20);
    riscv_assert(in != 10 || !fired);
  }
}
#elif PROGRAM == 8   // reads the clock before the loop alone
int main(void) {
  const uint32_t begin = csr_read(mcycle);
  uint8_t a = (begin & 1) * 0;
  for (;;) {
    if (event() & 1) a = (a + 1) % 3;
    riscv_assert(a < 3 - SLIP);
  }
}
#elif PROGRAM == 9   // leaves the loop, and does something wrong behind it
int main(void) {
  uint8_t a = 0;
  for (;;) {
    const uint8_t in = event();
    if (in == 1) a = (a + 1) % 4;
    if (in == 2 && a == 3) break;
  }
  riscv_assert(a == 3 - SLIP);
  return 0;
}
#elif PROGRAM == 10  // a counter goes up for ever, and decides nothing; a sum of all events does as little
volatile uint32_t blocks;
static volatile uint8_t sum;
int main(void) {
  uint8_t state = 0;
  for (;;) {
    const uint8_t in = event();
    blocks = blocks + 1;
    sum = sum + in;
    if (in == 3) state = (state + 1) % 4;
    riscv_assert(state < 4 - SLIP);
  }
}
#elif PROGRAM == 11  // a counter goes up, and after a long time it matters
volatile uint32_t rounds;
int main(void) {
  for (;;) {
    if (event() & 1) rounds = rounds + 1;
    riscv_assert(rounds != 0x123456);
  }
}
#elif PROGRAM == 12  // the complement of an event follows, or the event is forgotten
int main(void) {
  uint8_t first = 0, half = 0, good = 0;
  for (;;) {
    const uint8_t in = event();
    if (!half) {
      first = in;
      half = 1;
      continue;
    }
    half = 0;
    good = (uint8_t)~in == first ? first : 0;
    riscv_assert(good == 0 || (good ^ in) == 0xff - SLIP);
  }
}
#elif PROGRAM == 13  // what was left below the stack pointer is read in the next iteration
int main(void) {
  for (;;) {
    uint8_t found;
    __asm__ volatile("lbu %0, -16(sp)" : "=r"(found)::"memory");
    riscv_assert(SLIP ? found != 99 : found <= 255);
    const uint8_t in = event();
    __asm__ volatile("sb %0, -16(sp)" ::"r"(in) : "memory");
  }
}
#elif PROGRAM == 15  // a sample is at most 20 away from the last one, and stays within the range of events
int main(void) {
  int32_t last = 0;
  for (;;) {
    int32_t in = event();
    if (in > last + 20) in = last + 20;
    if (in < last - 20) in = last - 20;
    last = in;
    riscv_assert(last >= 0 && last < 256 - 200 * SLIP);
  }
}
#elif PROGRAM == 16  // a length, below four, arrives with each frame, and bounds a loop
volatile uint32_t total;
int main(void) {
  uint32_t length = 0;
  for (;;) {
    const uint8_t in = event();
    if (in >= 0x80) {
      length = in & 3;
      continue;
    }
    for (uint32_t i = 0; i < length; i++) {
      total = total + in;
      riscv_assert(i < 3 - SLIP);
    }
  }
}
#elif PROGRAM == 20  // a lift, whose states are functions in a table
static struct { uint8_t floor, target, door, moving, wait, requests; } lift;
enum { kIdle, kMoves, kOpen };
static uint8_t opens(void) {
  lift.requests &= (uint8_t) ~(1 << lift.floor);
  lift.door = 1;
  lift.wait = 3;
  return kOpen;
}
static void note(uint8_t in) {
  if (in >= 1 && in <= 6) lift.requests |= (uint8_t)(1 << (in - 1));
}
static uint8_t idles(uint8_t in) {
  note(in);
  if (lift.requests == 0) return kIdle;
  for (uint8_t floor = 0; floor < 6; floor++) {
    if (!(lift.requests & 1 << floor)) continue;
    lift.target = floor;
    break;
  }
  if (lift.target == lift.floor) return opens();
  lift.moving = 1;
  return kMoves;
}
static uint8_t moves(uint8_t in) {
  note(in);
  if (in != 0) return kMoves;
  if (lift.floor < lift.target) {
    lift.floor++;
  } else if (lift.floor > lift.target) {
    lift.floor--;
  }
  if (lift.floor != lift.target) return kMoves;
  lift.moving = SLIP;
  return opens();
}
static uint8_t is_open(uint8_t in) {
  note(in);
  if (in != 0 || --lift.wait != 0) return kOpen;
  lift.door = 0;
  return kIdle;
}
static uint8_t (*const states[])(uint8_t) = {idles, moves, is_open};
int main(void) {
  uint8_t state = kIdle;
  for (;;) {
    state = states[state](event() & 7);
    riscv_assert(state < 3 && !(lift.moving && lift.door) && lift.floor < 6 && lift.wait <= 3);
  }
}
#elif PROGRAM == 21  // an index that each path fixes; where it is too large, only other paths tell which array is meant
static volatile uint8_t array[8], behind[8];
static void __attribute__((noinline)) put(volatile uint8_t* to, uint32_t at, uint8_t what) { to[at] = what; }
int main(void) {
  uint8_t mode = 0;
  for (;;) {
    const uint8_t in = event();
    if (mode == 0 && (in & 3)) mode = in & 3;
    if (mode == 1) put(array, 3, in);
    if (mode == 2) put(array, SLIP ? 11 : 5, in);
    if (mode == 3) put(behind, 2, in);
  }
}
#elif PROGRAM == 22  // no loop: 192 paths that differ in nothing but a dead number once they are in the allocator
#include <stdlib.h>
int main(void) {
  static uint8_t text[7];
  JANUS_SYMBOLIC(text);
  uint8_t *copy = malloc(16), *volatile other = malloc(16);
  uint32_t marks = 0;
  if (!copy || !other) return 1;
  for (uint32_t i = 0; i < sizeof text; ++i) {
    copy[i] = text[i];
    marks *= 2;
    if (text[i] == ' ') {
      asm volatile("");
      ++marks;
    }
  }
  if (text[0] == '!') {
    asm volatile("");
    ++marks;
  }
  riscv_assert(marks <= 128);
  free(SLIP && marks == 5 ? copy : other);
  free(copy);
  return 0;
}
#elif PROGRAM == 17 || PROGRAM == 18  // a ring with free-running indices, and with a third word that counts
typedef INDEX index_t;
static struct {
  volatile uint8_t bytes[16];
  volatile index_t head, tail;
  volatile uint32_t count;
} ring;
int main(void) {
  for (;;) {
    const uint8_t in = event();
    const index_t used = ring.head - ring.tail;
#if PROGRAM == 17
    riscv_assert(used <= 16);
#else
    riscv_assert(used == ring.count);
#endif
    if (in & 1) {
      if (used < 16 + SLIP) {
        ring.bytes[ring.head % 16] = in;
        ring.head = ring.head + 1;
        ring.count = ring.count + 1;
      }
    } else if (used > 0) {
      ring.tail = ring.tail + 1;
      ring.count = ring.count - 1 + (PROGRAM == 18 && SLIP && used == 9);
    }
  }
}
#endif
