// Prints its three inputs.
#include <janus.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t word = 0x11223344;
static uint8_t byte = 0x55;

int main(void) {
  JANUS_SYMBOLIC(word);
  JANUS_SYMBOLIC(byte);
  unsigned reg = riscv_make_register_symbolic();
  printf("%08lx %02x register %08x\n", (unsigned long)word, byte, reg);
  return 0;
}
