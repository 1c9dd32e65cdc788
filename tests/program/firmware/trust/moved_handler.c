// A trap handler that lies 2 bytes behind a multiple of 4, where mtvec cannot lead to.
#include <csr.h>
#include <janus.h>
#include <stdint.h>

#ifdef MOVED
__asm__(
    ".option push\n.option rvc\n.text\n.balign 4\n.globl on_trap\n"
    "c.nop\n"
    ".type on_trap, @function\non_trap: mret\n.size on_trap, . - on_trap\n.option pop");
void on_trap(void);
#else
static void __attribute__((interrupt("machine"), aligned(4))) on_trap(void) {}
#endif

int main(void) {
  uint8_t input;
  JANUS_SYMBOLIC(input);
  csr_write(mtvec, (uintptr_t)on_trap);
  riscv_assert(input / 2 < 128);
  return 0;
}
