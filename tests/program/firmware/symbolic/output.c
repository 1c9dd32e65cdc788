// Sends a symbolic byte through the UART. No state depends on the byte: one path, and the replay prints the byte.
#include <janus.h>
#include <uart.h>

int main(void) {
  char letter = 'x';
  JANUS_SYMBOLIC(letter);
  riscv_assume(letter > 'J');
  riscv_assume(letter < 'L');
  uart_put((unsigned char)letter);
  return 0;
}
