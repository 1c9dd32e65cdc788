// Endless event loop: an electronic door lock, keys and timer ticks as inputs.
#include <janus.h>
#include <stdint.h>
enum { IDLE, ENTRY, OPEN, ALARM };
static uint8_t state, digits, errors, timer, bolt;
static uint16_t code;
int main(void) {
  state = IDLE;
  bolt = 1;
  for (;;) {
    uint8_t key;
    JANUS_SYMBOLIC(key);
    key &= 15;  // 0..9 digits, 10 enter, 11 clear, 12.. tick
    switch (state) {
      case IDLE:
        if (key < 10) {
          code = key;
          digits = 1;
          timer = 5;
          state = ENTRY;
        }
        break;
      case ENTRY:
        if (key < 10) {
          if (digits < 4) {
            code = (uint16_t)(code * 10 + key);
            digits++;
          }
          timer = 5;
        } else if (key == 10) {
          if (digits == 4 && code == 1734) {
            state = OPEN;
            timer = 8;
            bolt = 0;
            errors = 0;
          } else if (++errors >= 3) {
            state = ALARM;
            timer = 20;
          } else
            state = IDLE;
        } else if (key == 11)
          state = IDLE;
        else if (--timer == 0)
          state = IDLE;
        break;
      case OPEN:
#ifdef BUG
        if (key == 11) {
          state = IDLE;
          break;
        }  // forgets the bolt
#else
        if (key == 11) {
          bolt = 1;
          state = IDLE;
          break;
        }
#endif
        if (key >= 12 && --timer == 0) {
          bolt = 1;
          state = IDLE;
        }
        break;
      case ALARM:
        if (key >= 12 && --timer == 0) {
          state = IDLE;
          errors = 0;
        }
        break;
      default: riscv_unreachable();
    }
    riscv_assert(bolt == (state != OPEN));
    riscv_assert(digits <= 4);
    riscv_assert(errors <= 3);
    riscv_assert(timer <= 20);
  }
}
