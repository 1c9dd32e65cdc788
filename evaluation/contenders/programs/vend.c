// A vending machine for ever: states, coins, and what was sold.
#include <janus.h>
#include <stdint.h>
enum { IDLE, PAID, VEND, REFUND };
int main(void) {
  int st = IDLE, credit = 0, sold = 0, got = 0;
  for (;;) {
    uint8_t e;
    JANUS_SYMBOLIC(e);
    switch (st) {
      case IDLE:
        if (e == 1) {
          credit = 1;
          got++;
          st = PAID;
        }
        break;
      case PAID:
        if (e == 1 && credit < 3) {
          credit++;
          got++;
        } else if (e == 2 && credit >= 2) {
          credit -= 2;
          sold++;
          st = VEND;
        } else if (e == 3)
          st = REFUND;
        break;
      case VEND: st = credit ? PAID : IDLE; break;
      case REFUND:
        if (credit > 0) {
          credit--;
          got--;
        } else
          st = IDLE;
        break;
    }
    riscv_assert(credit >= 0 && credit <= 3);
#ifdef BUG
    riscv_assert(!(st == VEND && credit == 1));
#endif
    if (got - 2 * sold > 1000) got = 2 * sold;
  }
}
