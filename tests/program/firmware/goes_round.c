// Counts some events, and goes round after 256 of them: --revisit widens the counter, and only a state with a widened
// counter comes to `late`.
#include <janus.h>
#include <stdint.h>

int main(void) {
  volatile uint8_t count = 0;
  for (;;) {
    uint8_t event;
    JANUS_SYMBOLIC(event);
    if (event & 1) ++count;
    if (count == 1) riscv_cover("early");
    if (count == 200) riscv_cover("late");
  }
}
