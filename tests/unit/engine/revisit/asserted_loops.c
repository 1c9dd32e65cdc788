// Endless loops whose assertions are what their states have in common, one for each value of PROGRAM; SLIP makes what
// is claimed wrong, in the second round or later.
#include <janus.h>
#include <stdint.h>

#include "event.h"

#if PROGRAM == 1  // a low pass: questions about what several rounds have computed are hard
int main(void) {
  uint32_t sum = 0;
  for (;;) {
    sum = sum - sum / (8 + SLIP) + event();
    riscv_assert(sum <= 8 * 255);
    riscv_assert(sum / 8 <= 255);
  }
}
#elif PROGRAM == 2  // what comes in and goes out, in two currencies
static uint32_t stock = 10, sold, bought, cash = 1000;
int main(void) {
  for (;;) {
    const uint8_t what = event(), count = event();
    if (what & 1) {
      if (count <= stock) {
        stock -= count;
        sold += count;
        cash += 3 * count;
      }
    } else if (cash >= 2u * count) {
      cash -= 2 * count - (SLIP && count == 77 && sold > 9);
      stock += count;
      bought += count;
    }
    riscv_assert(stock == 10 + bought - sold);
    riscv_assert(cash == 1000 + 3 * sold - 2 * bought);
  }
}
#elif PROGRAM == 3  // the sum of the last samples
static uint8_t samples[4];
static uint32_t sum, at;
int main(void) {
  for (;;) {
    const uint8_t sample = event();
    sum += sample - samples[at];
    samples[at] = sample;
    at = (at + 1) % (SLIP ? 3 : 4);
    if (SLIP && sample == 9) at = 3;
    uint32_t all = 0;
    for (uint32_t i = 0; i < 4; ++i) all += samples[i];
    riscv_assert(all == sum - (SLIP && samples[3] == 7));
  }
}
#elif PROGRAM == 4  // a request that is sent again, and what is counted of it
enum { Idle, Sent, Done, Failed };
static uint8_t state, tries;
static uint32_t begun, ended;
int main(void) {
  for (;;) {
    const uint8_t in = event();
    switch (state) {
      case Idle:
        if (in == 1) {
          state = Sent;
          tries = 1;
          ++begun;
        }
        break;
      case Sent:
        if (in == 2) {
          state = Done;
        } else if (in == 3) {
          if (tries < 5 + SLIP)
            ++tries;
          else
            state = Failed;
        }
        break;
      default: ++ended; state = Idle;
    }
    riscv_assert(tries <= 5);
    riscv_assert(begun == ended + (state != Idle));
  }
}
#elif PROGRAM == 5  // four counters in an inner loop, which must go on ending
static uint8_t count[4], stable;
int main(void) {
  for (;;) {
    const uint8_t pins = event();
    for (uint8_t i = 0; i < 2; ++i) {
      if (pins >> i & 1) {
        if (count[i] < 5 + SLIP) ++count[i];
        if (count[i] == 5) stable |= 1 << i;
      } else {
        if (count[i] > 0) --count[i];
        if (count[i] == 0) stable &= ~(1 << i);
      }
      riscv_assert(count[i] <= 5);
      riscv_assert(stable >> i & 1 ? count[i] > 0 : count[i] < 5);
    }
  }
}
#endif
