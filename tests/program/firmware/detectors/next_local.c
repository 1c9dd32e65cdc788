// A cursor that goes one too far, to where the next variable of the frame begins. What a merged state finds there may
// not happen on the concrete machine, which goes on and asks for inputs that the test case does not have.
#include <janus.h>
#include <stdint.h>

static void __attribute__((noinline)) put(uint8_t* to, uint8_t what) { *to = what; }

int main(void) {
  uint8_t first[8] = {0}, second[8] = {0}, next = 0;
  for (;;) {
    uint8_t event = 0;
    JANUS_SYMBOLIC(event);
    if (event == 1) {
      put(first + next, 1);
      next = next == 8 ? 0 : next + 1;
    } else if (event == 2) {
      put(second, 1);
    }
    riscv_assert(first[0] + second[0] <= 2);
  }
}
